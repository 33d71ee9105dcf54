import { readMarkdownFacts } from '../../../text/markdown/markdown-facts.ts';
import type { Context } from '../../core/context.ts';
import { listTextsWithoutAnchors, setAnchors } from './queries/anchors.ts';

const textsPerStatement = 100;

/**
 * Stores the anchors of texts written before anchors were stored, so that links to missing anchors count as broken.
 * Yields the ids of these texts. Skips texts that cannot be parsed.
 */
export async function* storeMissingAnchors(reader: Context['sql']): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await listTextsWithoutAnchors(reader, after, textsPerStatement);
    const read = rows.flatMap(({ id, markdown }) => {
      const { linkable: anchors } = readMarkdownFacts(markdown);
      return anchors === null ? [] : [{ id, anchors }];
    });
    await setAnchors(reader, read);
    yield* read.map(({ id }) => id);
    const last = rows.at(-1);
    if (!last || rows.length < textsPerStatement) return;
    after = last.id;
  }
}
