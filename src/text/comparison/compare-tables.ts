import { blockText } from '../rich-text/block-words.ts';
import { change, type Change, type WithChange } from '../rich-text/change.ts';
import { contentHash } from '../rich-text/content-hash.ts';
import { stringOf, type Block, type Fragment } from '../rich-text/document.ts';
import {
  readTableData,
  type ComparedValue,
  type TableColumn,
  type TableData,
  type TableRow,
} from '../html/table-data.ts';
import { alignItems, likenessOfWords, type Pair } from './align.ts';
import { markBlock } from './mark-blocks.ts';
import { listWords } from './words.ts';

type CompareBlocks = (before: readonly Block[], after: readonly Block[]) => Block[];

interface Cell {
  readonly value: unknown;
  /** The blocks of a cell of text. */
  readonly blocks: readonly Block[];
}

/** Compares two tables cell by cell; null for tables that are shown as cards. */
export function compareTables(before: Block, after: Block, compareBlocks: CompareBlocks): Block | null {
  const [then, now] = [readTableData(before), readTableData(after)];
  if (then.view.type === 'cards' || now.view.type === 'cards') return null;
  const columns = alignItems(then.columns, now.columns, {
    keyOf: ({ title, type }) => JSON.stringify([title, type]),
    likenessOf: () => 0,
  });
  const fragments: Fragment[] = [];
  const addFragment = (nodes: readonly Block[]) => {
    const fragment = String(fragments.length);
    fragments.push({ object: 'fragment', fragment, nodes });
    return fragment;
  };
  const records = alignRows(then, now, columns).map((row) => {
    const cells = columns.map((column) => {
      const compared = compareCells(
        readCell(then, row.before, column.before),
        readCell(now, row.after, column.after),
        compareBlocks,
      );
      return 'blocks' in compared ? addFragment(compared.blocks) : compared.value;
    });
    return { values: Object.fromEntries(cells.entries()) };
  });
  const definition = columns.map((column, at) => ({ ...writeColumn(column), id: String(at) }));
  return {
    ...after,
    data: {
      ...after.data,
      view: { ...now.view, columns: definition.map(({ id }) => id) },
      definition: Object.fromEntries(definition.entries()),
      records: Object.fromEntries(records.entries()),
    },
    fragments,
  };
}

function writeColumn({ before, after }: Pair<TableColumn>): TableColumn & WithChange {
  const column = after ?? before;
  if (column === undefined) throw new Error('A pair of columns without a column');
  if (before !== undefined && after !== undefined) return column;
  return { ...column, [change]: after === undefined ? 'removed' : 'added' };
}

const readCell = (table: TableData, row: TableRow | undefined, column: TableColumn | undefined): Cell | null => {
  if (row === undefined || column === undefined) return null;
  const value = row[column.id];
  return { value, blocks: table.blocksOf(value) };
};

/** What a cell says: its value may be the id of its blocks. */
const saysOf = (cell: Cell | null): string =>
  contentHash(cell === null || cell.blocks.length === 0 ? (cell?.value ?? null) : cell.blocks, ['meta']);

/** Aligns the rows by what they say in the columns that both tables have. */
function alignRows(then: TableData, now: TableData, columns: readonly Pair<TableColumn>[]): Pair<TableRow>[] {
  const shared = columns.filter(({ isSame }) => isSame);
  const cellsOf = new Map<TableRow, readonly (Cell | null)[]>([
    ...then.rows.map((row) => [row, shared.map(({ before }) => readCell(then, row, before))] as const),
    ...now.rows.map((row) => [row, shared.map(({ after }) => readCell(now, row, after))] as const),
  ]);
  const said = new Map([...cellsOf].map(([row, cells]) => [row, cells.map(saysOf)]));
  const words = new Map([...cellsOf].map(([row, cells]) => [row, cells.flatMap(wordsOf)]));
  const likenessOf = (one: TableRow, other: TableRow) => {
    const [cells = [], others = []] = [said.get(one), said.get(other)];
    const same = cells.filter((cell, at) => cell === others[at]).length;
    return Math.max(same / Math.max(1, cells.length), likenessOfWords(words.get(one) ?? [], words.get(other) ?? []));
  };
  return alignItems(then.rows, now.rows, { keyOf: (row) => (said.get(row) ?? []).join(' '), likenessOf });
}

const wordsOf = (cell: Cell | null): readonly string[] =>
  listWords(cell?.blocks.map(blockText).join(' ') || stringOf(cell?.value));

type ComparedCell = { readonly blocks: readonly Block[] } | { readonly value: unknown };

function compareCells(before: Cell | null, after: Cell | null, compareBlocks: CompareBlocks): ComparedCell {
  const isText = [before, after].every((cell) => isEmpty(cell) || (cell?.blocks.length ?? 0) > 0);
  if (isText && !(isEmpty(before) && isEmpty(after))) {
    const [then, now] = [before?.blocks ?? [], after?.blocks ?? []];
    if (before !== null && after !== null) return { blocks: compareBlocks(then, now) };
    const kind: Change = after === null ? 'removed' : 'added';
    return { blocks: (after === null ? then : now).map((block) => markBlock(block, kind)) };
  }
  if (saysOf(before) === saysOf(after)) return { value: after?.value };
  return { value: { [change]: true, removed: before?.value, added: after?.value } satisfies ComparedValue };
}

const isEmpty = (cell: Cell | null): boolean =>
  cell === null ||
  (cell.blocks.length === 0 &&
    stringOf(cell.value) === '' &&
    typeof cell.value !== 'object' &&
    typeof cell.value !== 'boolean');
