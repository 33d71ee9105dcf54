import { readMarkdownFacts } from '../../markdown/markdown-facts.ts';
import type { Context } from '../context.ts';
import { listTextsWithoutAnchors, setAnchors } from './queries/anchors.ts';

const textsPerStatement = 100;

/**
 * Stores the anchors of texts that were written before anchors were stored, so that links to missing anchors of their pages
 * count as broken. Yields the ids of these texts. A text that cannot be parsed stays without.
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
