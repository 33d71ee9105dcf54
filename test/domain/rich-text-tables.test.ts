import { expect, it } from 'vitest';
import { documentOf } from '../../src/domain/rich-text/from-markdown.ts';
import { markdownOf } from '../../src/domain/rich-text/to-markdown.ts';

it.each(['-', '--', ':-:'])('a table whose title is %s stays apart from the paragraph of its list item', (title) => {
  const table = { object: 'block', type: 'table', isVoid: true };
  const definition = { 'column-1': { id: 'column-1', type: 'text', title, textAlignment: 'left' } };
  const view = { type: 'grid', columns: ['column-1'], hideHeader: false };
  const before = documentOf('- a');
  const [list] = before.nodes as readonly unknown[] as { nodes: { nodes: unknown[] }[] }[];
  list?.nodes[0]?.nodes.push({ ...table, data: { view, records: {}, definition }, fragments: [] });
  expect(documentOf(markdownOf(before, 'body'))).toEqual(before);
});
