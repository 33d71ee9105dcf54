import { expect, it } from 'vitest';
import { contentHash } from '../../src/text/rich-text/content-hash.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';

it.each(['-', '--', ':-:'])(
  'a table with the column title %s is separated from the paragraph before it in a list item',
  (title) => {
    const table = { object: 'block', type: 'table', isVoid: true };
    const definition = { 'column-1': { id: 'column-1', type: 'text', title, textAlignment: 'left' } };
    const view = { type: 'grid', columns: ['column-1'], hideHeader: false };
    const before = documentFromMarkdown('- a', { keepsSource: false });
    const [list] = before.nodes as readonly unknown[] as { nodes: { nodes: unknown[] }[] }[];
    list?.nodes[0]?.nodes.push({ ...table, data: { view, records: {}, definition }, fragments: [] });
    expect(contentHash(documentFromMarkdown(markdownFromDocument(before, 'body'), { keepsSource: false }))).toBe(
      contentHash(before),
    );
  },
);
