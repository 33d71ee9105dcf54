import { TextProblem } from '../../../lib/text-outcome.ts';
import type { MarkdownBlock } from '../../markdown/parser.ts';
import { paragraphOf, voidBlock, inlineText, type Block, type Fragment } from '../document.ts';
import { isListRow } from './attribute-lists.ts';
import { inlineNodes } from './inlines.ts';
import type { ReadContext } from './read-context.ts';

/**
 * Maximum number of cells in all tables of one text. Rows are padded to the width of their table, so two bytes can
 * create a thousand cells.
 */
const maxCells = 20_000;

/** Charges cells to the budget of the text. Throws TextProblem when it is exceeded. */
export function chargeCells({ budget }: ReadContext, cells: number): void {
  budget.cells += cells;
  if (budget.cells > maxCells) throw new TextProblem(`its tables have more than ${maxCells} cells`);
}

export const columnName = (at: number) => `column-${at + 1}`;
export const rowName = (at: number) => `row-${at + 1}`;
export const readOrder = (at: number) => String(at + 1).padStart(6, '0');

export const cellFragment = (row: number, column: number, nodes: readonly Block[]): Fragment => ({
  object: 'fragment',
  fragment: `${rowName(row)}-${columnName(column)}`,
  nodes,
});

/** Converts a Markdown table to a grid of texts. */
export function readTable(reading: ReadContext, node: Extract<MarkdownBlock, { type: 'table' }>): Block {
  const [header, ...all] = node.children;
  const texts = (all.at(-1)?.children ?? []).map((cell) => inlineText(inlineNodes(reading, cell.children)));
  const rows = isListRow(texts) ? all.slice(0, -1) : all;
  const titles = (header?.children ?? []).map((cell) => inlineText(inlineNodes(reading, cell.children)));
  chargeCells(reading, titles.length * node.children.length);
  const fragments: Fragment[] = [];
  const records = rows.map((row, at) => {
    const values = titles.map((_title, place) => {
      const fragment = cellFragment(at, place, [
        paragraphOf(inlineNodes(reading, row.children[place]?.children ?? [])),
      ]);
      fragments.push(fragment);
      return [columnName(place), fragment.fragment] as const;
    });
    return [rowName(at), { orderIndex: readOrder(at), values: Object.fromEntries(values) }] as const;
  });
  const definition = titles.map((title, at) => {
    const id = columnName(at);
    return [id, { id, type: 'text', title, textAlignment: node.align?.[at] ?? 'left' }] as const;
  });
  const data = {
    view: {
      type: 'grid',
      columns: titles.map((_title, at) => columnName(at)),
      hideHeader: titles.every((title) => title === ''),
    },
    records: Object.fromEntries(records),
    definition: Object.fromEntries(definition),
  };
  return voidBlock('table', data, { fragments });
}
