import { scriptsWithoutFont } from '../../../infra/pdf/fonts.ts';
import { optionalScripts } from '../../../text/pdf/scripts.ts';
import type { Context } from '../../core/context.ts';
import { textsInScripts } from './queries/texts-in-scripts.ts';

/** Names the scripts of stored texts for which PDFs have no font, each with one of these texts. */
export async function* findMissingFonts({
  sql,
}: Pick<Context, 'sql'>): AsyncGenerator<{ readonly id: string; readonly detail: string }> {
  const names = new Set(scriptsWithoutFont());
  const missing = optionalScripts.filter(({ name }) => names.has(name));
  const found = await textsInScripts(sql, missing);
  for (const { id, name } of found) {
    const hasPackage = missing.some((script) => script.name === name && script.files.length > 0);
    const remedy = hasPackage ? 'npm run fonts installs one' : 'no package has one';
    yield { id, detail: `has letters of ${name}, for which PDFs have no font: ${remedy}` };
  }
}
