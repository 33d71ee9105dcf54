import { readMarkdownFacts } from '../../../text/markdown/markdown-facts.ts';
import type { Context } from '../../core/context.ts';
import { listReferences } from '../../authoring/content/write-links.ts';
import { listLinkedEntries, type LinkedEntry } from './queries/used-content.ts';

const entriesPerStatement = 200;

/** Yields entries whose stored links differ from those in their texts and attributes. */
export async function* findWrongLinks(reader: Context['sql']): AsyncGenerator<{ id: string; detail: string }> {
  let after: readonly [line: string, id: string] = ['', ''];
  for (;;) {
    const rows = await listLinkedEntries(reader, after, entriesPerStatement);
    for (const row of rows) {
      const [stored, expected] = [storedLinks(row), expectedLinks(row)];
      if (stored.join() !== expected.join())
        yield {
          id: row.id,
          detail: `has the links ${stored.join(', ')} in ${row.line}, its content has ${expected.join(', ')}`,
        };
    }
    const last = rows.at(-1);
    if (!last || rows.length < entriesPerStatement) return;
    after = [last.line, last.id];
  }
}

const storedLinks = ({ links }: LinkedEntry) =>
  links.map(({ source, startsAt, endsAt }) => (source === 'text' ? `${startsAt}-${endsAt}` : source));

const expectedLinks = ({ kind, attributes, markdown }: LinkedEntry) => [
  ...listReferences({ kind, attributes }).map(({ source }) => source),
  ...(markdown === null ? [] : readMarkdownFacts(markdown).urls.map(({ start, end }) => `${start}-${end}`)),
];
