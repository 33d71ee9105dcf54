import type { CompiledText, Target } from '../../../text/html/compiled-text.ts';
import type { Context } from '../../core/context.ts';
import { compileHtml, firstViewMs, loadContents } from './compile-html.ts';
import { evaluateText } from './evaluated-text.ts';
import type { Page } from './page.ts';
import { getPageMarkdown } from './pages.ts';
import { loadReferences } from './references.ts';

/**
 * Compiles the text of a page and what stands in it as a reader without claims sees it, so that the first view finds them compiled. Returns
 * their length in characters.
 */
export async function makeTexts(ctx: Context, page: Page): Promise<number> {
  const stored = (await getPageMarkdown(ctx, page)) ?? '';
  const markdown = await evaluateText(ctx, page, stored, 'true');
  const references = await loadReferences(ctx, page, stored);
  const options = { hasFrontMatter: true, references, titles: [page.title] };
  const text = await compileHtml(ctx, markdown, options, firstViewMs);
  const leads = { revision: page.revision, load: async () => null, longestMs: firstViewMs };
  const targets = await loadContents(ctx, leads, page, text);
  return [text, ...includedIn(targets)].reduce((sum, one) => sum + lengthOf(one), 0);
}

const includedIn = (targets: readonly (Target | null)[]): CompiledText[] =>
  targets.flatMap((target) => target?.contents?.map(({ text }) => text) ?? []);

const lengthOf = ({ pieces }: CompiledText): number =>
  pieces.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 0), 0);
