import { diffArrays } from 'diff';
import { contentHash } from '../content-hash.ts';
import type { Block } from '../document.ts';
import { rowSpans, type RowSpan } from '../source-span.ts';
import { ownLines } from './block-places.ts';
import type { Edit } from './edits.ts';
import { cellFrom, writeRow } from './html-table.ts';
import { writeData, type InputPart } from './input-part.ts';
import { writeTableParts, type TableParts } from './table-data.ts';
import type { WriteContext } from './write-context.ts';

interface Rewrite {
  readonly source: string;
  readonly writing: WriteContext;
  readonly edits: Edit[];
}

const says = (value: unknown) => contentHash(value, ['meta']);

/**
 * Collects the edits that delete, insert, move and change rows of a table that stands as HTML. Returns false, without an edit,
 * when the tables differ in more than rows, or the place of one is unknown.
 */
export function changeRows({ source, writing, edits }: Rewrite, before: Block, after: unknown): boolean {
  const spans = before[rowSpans];
  if (before.type !== 'table' || !spans || !isSameBut(before, after as Block)) return false;
  const [table, wanted] = [before, after].map((value) => writeTableParts({ value, path: '' }));
  if (!table || !wanted || table.rows.length !== spans.length) return false;
  const said = table.rows.map((values) => cellsIn(table, values));
  const own: Edit[] = [];
  if (!collectEdits({ source, writing, spans, said, wanted }, own)) return false;
  edits.push(...own);
  return true;
}

interface Rows extends Pick<Rewrite, 'source' | 'writing'> {
  readonly spans: readonly RowSpan[];
  /** What the cells of each row say in the source. */
  readonly said: readonly (readonly string[])[];
  readonly wanted: TableParts;
}

/** Whether two tables are the same but for their rows. */
const isSameBut = (one: Block, other: Block): boolean => withoutRows(one) === withoutRows(other);

const withoutRows = ({ data, fragments: _fragments, ...rest }: Block): string =>
  says({ ...rest, data: { ...data, records: null } });

/** What each cell of a row says. */
const cellsIn = ({ columns, fragments }: TableParts, values: InputPart): string[] =>
  columns.map(({ id }) => {
    const value = writeData(values)[id];
    const fragment = fragments.get(value);
    return says(fragment ? writeData(fragment)['nodes'] : value);
  });

function collectEdits(rows: Rows, edits: Edit[]): boolean {
  const { said, wanted } = rows;
  const after = wanted.rows.map((values) => cellsIn(wanted, values));
  const changes = diffArrays(
    said.map((cells) => cells.join(' ')),
    after.map((cells) => cells.join(' ')),
  );
  let [at, to, removed, added] = [0, 0, 0, 0];
  const close = (): boolean => {
    const hunk = { from: at - removed, removed, wanted: wanted.rows.slice(to - added, to), next: at };
    [removed, added] = [0, 0];
    return changeHunk(rows, hunk, edits);
  };
  for (const { value, added: isAdded, removed: isRemoved } of changes) {
    if (!isAdded && !isRemoved && !close()) return false;
    if (!isAdded) at += value.length;
    if (!isRemoved) to += value.length;
    if (isAdded) added += value.length;
    if (isRemoved) removed += value.length;
  }
  return close();
}

interface Hunk {
  /** Index of the first row that gives way. */
  readonly from: number;
  readonly removed: number;
  readonly wanted: readonly InputPart[];
  /** Index of the row below. */
  readonly next: number;
}

/** Changes rows in their place when as many come as go; deletes and inserts others. */
function changeHunk(rows: Rows, { from, removed, wanted, next }: Hunk, edits: Edit[]): boolean {
  const areMoved = wanted.some((values) => findRow(rows, values) !== undefined);
  if (removed === wanted.length && !areMoved)
    return wanted.every((values, index) => changeRow(rows, from + index, values, edits));
  for (const span of rows.spans.slice(from, from + removed)) edits.push({ ...ownLines(rows.source, span), text: '' });
  if (wanted.length === 0) return true;
  return insertRows(rows, { before: rows.spans[from - 1], after: rows.spans[next] }, wanted, edits);
}

/** The place of the row of the source that says the same. */
function findRow({ said, spans, wanted }: Rows, values: InputPart): RowSpan | undefined {
  const words = cellsIn(wanted, values).join(' ');
  return spans[said.findIndex((cells) => cells.join(' ') === words)];
}

/** Changes the cells of a row that say something else. */
function changeRow(
  { source, writing, spans, said, wanted }: Rows,
  at: number,
  values: InputPart,
  edits: Edit[],
): boolean {
  const cells = cellsIn(wanted, values);
  return wanted.columns.every((column, place) => {
    if (cells[place] === said[at]?.[place]) return true;
    const span = spans[at]?.cells[place];
    if (!span) return false;
    const old = source.slice(span.start, span.end);
    const [lead = ''] = /^\s*/.exec(old) ?? [];
    const tail = old.trim() === '' ? '' : (/\s*$/.exec(old)?.[0] ?? '');
    edits.push({ ...span, text: lead + cellFrom(writing, wanted, { values, column }) + tail });
    return true;
  });
}

/** Inserts rows below the one before them, or else above the next one. */
function insertRows(
  rows: Rows,
  { before, after }: { readonly before: RowSpan | undefined; readonly after: RowSpan | undefined },
  wanted: readonly InputPart[],
  edits: Edit[],
): boolean {
  const { source, writing } = rows;
  const neighbor = before ?? after;
  if (!neighbor) return false;
  const lead = source.slice(source.lastIndexOf('\n', neighbor.start - 1) + 1, neighbor.start);
  const newline = source.includes('\r\n') ? '\r\n' : '\n';
  const gap = lead.trim() === '' ? newline + lead : '';
  const texts = wanted.map((values) => {
    const old = findRow(rows, values);
    return old ? source.slice(old.start, old.end) : writeRow(writing, rows.wanted, values);
  });
  if (before) edits.push({ start: before.end, end: before.end, text: texts.map((text) => gap + text).join('') });
  else edits.push({ start: neighbor.start, end: neighbor.start, text: texts.map((text) => text + gap).join('') });
  return true;
}
