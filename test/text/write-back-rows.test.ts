import { describe, expect, it } from 'vitest';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

const read = (markdown: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(markdown)));
const written = (document: unknown) => markdownFromDocument(document, 'body');

/** Writes rows within a table. */
interface Kind {
  readonly open: string;
  readonly row: (cells: readonly string[]) => string;
  readonly close: string;
  /** How a new row is written. */
  readonly fresh: string;
}

const cells = (at: number) => [
  `word${at}<br>two &amp; <b>three</b>`,
  `<a href="b.md" title="c">word${at}</a>`,
  `<ul><li>word${at}</li><li><i>b</i></li></ul>`,
];
const rowsOf = ({ row }: Kind) => Array.from({ length: 5 }, (_none, at) => row(cells(at)));

const head = '<thead><tr><th width="200">A</th><th>B &amp; C</th><th align="right">D</th></tr></thead>';
const fresh = '<tr><td>New <strong>words</strong></td><td></td><td></td></tr>';

const kinds: Readonly<Record<string, Kind>> = {
  'on one line each': {
    open: `<table data-x="1">\n  ${head}\n  <tbody>\n`,
    row: (row) => `    <tr  class="r">${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`,
    close: '  </tbody>\n</table>',
    fresh: `    ${fresh}\n`,
  },
  'on a line for each cell': {
    open: `<table>\n${head}\n<tbody>\n`,
    row: (row) => `<tr>\n${row.map((cell) => `  <td>${cell}</td>\n`).join('')}</tr>\n`,
    close: '</tbody>\n</table>',
    fresh: `${fresh}\n`,
  },
  'on the line of the table': {
    open: `<table>${head}<tbody>`,
    row: (row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
    close: '</tbody></table>',
    fresh,
  },
  'without a body, in upper case': {
    open: '<TABLE>\n<TR><TH>A</TH><TH>B</TH><TH>C</TH></TR>\n',
    row: (row) => `<TR>${row.map((cell) => `<TD>${cell}</TD>`).join('')}</TR>\n`,
    close: '</TABLE>',
    fresh: `${fresh}\n`,
  },
  'of cards': {
    open: `<table data-view="cards">\n${head}\n<tbody>\n`,
    row: (row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`,
    close: '</tbody>\n</table>',
    fresh: `${fresh}\n`,
  },
  'in a wrapper': {
    open: `<div class="a">\n\n<table>\n${head}\n<tbody>\n`,
    row: (row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`,
    close: '</tbody>\n</table>\n\n*after*\n</div>',
    fresh: `${fresh}\n`,
  },
};

const paragraph = {
  object: 'block',
  type: 'paragraph',
  data: {},
  nodes: [
    {
      object: 'text',
      leaves: [
        { object: 'leaf', text: 'New ', marks: [] },
        { object: 'leaf', text: 'words', marks: [{ object: 'mark', type: 'bold', data: {} }] },
      ],
    },
  ],
};

/** The text after the rows of a table are put in another order, some of them none, and new ones (-1) between. */
function edit(kind: Kind, order: readonly number[]) {
  const { open, close } = kind;
  const rows = rowsOf(kind);
  const around = (inside: readonly string[]) =>
    `Before  \n__it__\n\n${open}${inside.join('')}${close}\n\n* After\n* *all*\n`;
  const document = read(around(rows));
  const table = document.nodes.find(({ type }: any) => type === 'table');
  const own: any[] = Object.values(table.data.records);
  const [column] = Object.keys(table.data.definition);
  table.fragments.push({ object: 'fragment', fragment: 'new', nodes: [paragraph] });
  table.data.records = Object.fromEntries(
    order.map((index, at) => [
      `r${at}`,
      { orderIndex: String(at).padStart(6, '0'), values: own[index]?.values ?? { [String(column)]: 'new' } },
    ]),
  );
  // A new row may take the place of one that is gone, whose cells alone are then written.
  const instead = kind.row(['New <strong>words</strong>', '', '']);
  const expected = [kind.fresh, instead].map((row) => around(order.map((index) => rows[index] ?? row)));
  return { edited: written(document), expected };
}

describe('rows deleted, moved and inserted in a table of HTML', () => {
  it.each(Object.entries(kinds))('%s change no other line', (_name, kind) => {
    const order = fc
      .shuffledSubarray([0, 1, 2, 3, 4], { minLength: 2 })
      .chain((kept) => fc.tuple(fc.constant(kept), fc.boolean(), fc.nat(4)))
      .map(([kept, isSorted, at]) => {
        const shown = isSorted ? kept.toSorted((one, other) => one - other) : kept;
        return at === 0 ? shown : shown.toSpliced(Math.min(at, shown.length), 0, -1);
      });
    fc.assert(
      fc.property(order, (list) => {
        const { edited, expected } = edit(kind, list);
        expect(expected).toContain(edited);
      }),
      { numRuns: allOrTenth(60) },
    );
  });

  it.each(Object.entries(kinds))('%s keep the cells of a row in which one is changed', (_name, kind) => {
    const rows = rowsOf(kind);
    const text = `${kind.open}${rows.join('')}${kind.close}\n`;
    const document = read(text);
    const table = document.nodes.find(({ type }: any) => type === 'table');
    const records: any[] = Object.values(table.data.records);
    const id = Object.values<any>(records[1].values)[0];
    table.fragments.find(({ fragment }: any) => fragment === id).nodes = [paragraph];
    delete table.data.records['row-4'];
    const expected = rows
      .map((row, at) => (at === 1 ? row.replace('word1<br>two &amp; <b>three</b>', 'New <strong>words</strong>') : row))
      .toSpliced(3, 1);
    expect(written(document)).toBe(`${kind.open}${expected.join('')}${kind.close}\n`);
  });
});
