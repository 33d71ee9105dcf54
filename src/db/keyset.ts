import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Page, PageRequest } from '../lib/page.ts';
import { failure } from '../lib/errors.ts';
import { all, raw, sql, type Fragment, type Sql } from './sql.ts';

/** A list with keyset pagination. See docs/reference/paging.md. */
export interface KeysetList {
  /** Name of the list; part of its cursors. */
  readonly name: string;
  /** Distinguishes this list from others of the same name: its parent and filters. Part of its cursors. */
  readonly filters: unknown;
  readonly with?: Fragment;
  readonly select: Fragment;
  readonly from: Fragment;
  readonly where: readonly (Fragment | null)[];
  /** Sort column and its SQL type. `id` breaks ties. */
  readonly sort: {
    readonly by: string;
    readonly type: 'timestamptz' | 'text' | 'int' | 'bigint';
    readonly id: string;
    /** Names of the sort columns in the rows, if `select` includes them. */
    readonly columns?: readonly [key: string, id: string];
  };
  readonly direction: 'asc' | 'desc';
  /** Returns the total count if it is known without a query. */
  readonly count?: () => Promise<number>;
  /** How far the list is counted; to its end when absent. Not for a list with `details`. */
  readonly countUpTo?: number;
  /**
   * Columns and joins read only for the items of the page, which `select` refers to as `page`. The list itself is then
   * filtered, counted and sorted with few columns. Requires `sort.columns`.
   */
  readonly details?: { readonly select: Fragment; readonly join: Fragment };
}

type Keyed<Row> = Row & { readonly sortKey: string | number; readonly sortId: string; readonly total?: number };

/** Dependencies for signing and verifying cursors. */
interface CursorContext {
  readonly sql: Sql;
  readonly cursorKey: Buffer;
}

/** Reads one page. Throws invalid_cursor for a cursor that was not issued for this list. */
export async function paginate<Row>(ctx: CursorContext, given: KeysetList, page: PageRequest): Promise<Page<Row>> {
  const { first, backward = false } = page;
  const list = backward ? reversed(given) : given;
  const after = positionAfter(ctx, list, page);
  const counted = page.counted === true && after === null && list.count === undefined;
  const rows = first === 0 ? [] : await ctx.sql.rows<Keyed<Row>>(rowsQuery(list, { after, first, counted }));
  const total = first === 0 || after !== null ? undefined : findTotal(rows, first);
  return pageOf<Keyed<Row>>(ctx, list, {
    rows,
    first,
    after,
    backward,
    count: list.count ?? (() => (total === undefined ? countRows(ctx.sql, list) : Promise.resolve(total))),
    positionOf: (row) => positionIn(row, list.sort.columns),
  });
}

const reversed = (list: KeysetList): KeysetList => ({ ...list, direction: list.direction === 'asc' ? 'desc' : 'asc' });

interface RowsPart {
  readonly after: Position | null;
  readonly first: number;
  /** Whether to add the column `total` to each row. */
  readonly counted: boolean;
}

function rowsQuery(list: KeysetList, { after, first, counted }: RowsPart): Fragment {
  const { details, sort, direction } = list;
  if (!details) {
    const select = counted ? sql`${list.select}, (${countQuery(list)}) as total` : list.select;
    return pageQuery({ ...list, select }, after, first);
  }
  if (!sort.columns) throw new Error(`The list ${list.name} has details and no sort columns`);
  const order = raw(sort.columns.map((column) => `page."${column}" ${direction}`).join(', '));
  const whole = { ...list, with: raw('') };
  const start = list.with ? sql`${list.with},` : raw('with');
  return counted
    ? sql`${start} listed as materialized (select ${list.select} ${list.from} where ${all(list.where)}),
        page as (select * from listed page order by ${order} limit ${first + 1}::int)
      select ${details.select}, (select count(*)::int from listed) as total from page ${details.join} order by ${order}`
    : sql`${start} page as (${pageQuery(whole, after, first)})
      select ${details.select} from page ${details.join} order by ${order}`;
}

const positionIn = (row: object, [key, id] = ['sortKey', 'sortId'] as readonly [string, string]): Position => {
  const values = row as Readonly<Record<string, string>>;
  return [values[key] ?? '', values[id] ?? ''];
};

/** The total count, if the rows of a first page reveal it. */
const findTotal = (rows: readonly { readonly total?: number }[], first: number) =>
  rows.length > first ? rows[0]?.total : rows.length;

/** Name and filters of a list, to which its cursors are bound. */
export type ListIdentity = Pick<KeysetList, 'name' | 'filters'>;

interface PageParts<Row> {
  /** Rows in the order in which they were read, with one more than `first` when there is another page. */
  readonly rows: readonly Row[];
  readonly first: number;
  /** The position after which the page starts; null for an end of the list. */
  readonly after: Position | null;
  /** Whether the rows were read in reverse order. */
  readonly backward?: boolean;
  readonly count: () => Promise<number>;
  readonly positionOf: (row: Row) => Position;
}

/** Builds a page from rows of `pageQuery`. Also for statements that read several lists. */
export function pageOf<Row>(
  { cursorKey }: Omit<CursorContext, 'sql'>,
  list: ListIdentity,
  parts: PageParts<Row>,
): Page<Row> {
  const { rows, first, after, backward = false, count, positionOf } = parts;
  let binding: string | null = null;
  const items = rows.slice(0, first);
  const [hasMore, hasBehind] = [rows.length > first, after !== null];
  return {
    items: backward ? items.toReversed() : items,
    hasNext: backward ? hasBehind : hasMore,
    hasPrevious: backward ? hasMore : hasBehind,
    count,
    cursorOf: (item) => signCursor(cursorKey, (binding ??= bindingOf(list)), positionOf(item)),
  };
}

/**
 * Decodes the cursor of a page request; null when there is none. Throws invalid_cursor for a cursor of another list.
 */
export const positionAfter = (
  { cursorKey }: Omit<CursorContext, 'sql'>,
  list: ListIdentity,
  { after, backward }: PageRequest,
): Position | null =>
  after === null
    ? null
    : readCursor(cursorKey, bindingOf(list), { cursor: after, path: backward ? 'before' : 'after' });

/** JSON arrays, like positions, so that the boundary between the two is unambiguous. */
const bindingOf = ({ name, filters }: ListIdentity) => JSON.stringify([name, filters]);

/** Sort key and id of the row at a position. */
export type Position = readonly [key: string | number, id: string];

/**
 * Selects one page by key, with `sortKey` and `sortId`. Reads one extra row to detect a further page, unless
 * `lookahead` is 0.
 */
export function pageQuery(
  list: Omit<KeysetList, keyof ListIdentity | 'count' | 'details'>,
  after: Position | null,
  first: number,
  lookahead: 0 | 1 = 1,
): Fragment {
  const { by, id, type } = list.sort;
  const column = raw(by);
  const beyond = raw(list.direction === 'asc' ? '>' : '<');
  const start = after && sql`(${column}, ${raw(id)}) ${beyond} (${after[0]}::${raw(type)}, ${after[1]}::text)`;
  const order = raw(`${by} ${list.direction}, ${id} ${list.direction}`);
  const keys = list.sort.columns ? raw('') : raw(`, ${by} as "sortKey", ${id} as "sortId"`);
  return sql`${list.with ?? raw('')} select ${list.select}${keys}
    ${list.from} where ${all([...list.where, start])} order by ${order} limit ${first + lookahead}::int`;
}

async function countRows(reader: Sql, list: KeysetList): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`${list.with ?? raw('')} ${countQuery(list)}`);
  return row?.count ?? 0;
}

function countQuery({ from, where, countUpTo }: KeysetList): Fragment {
  if (countUpTo === undefined) return sql`select count(*)::int as count ${from} where ${all(where)}`;
  return sql`select count(*)::int as count from (select ${from} where ${all(where)} limit ${countUpTo}::int) counted`;
}

const macBytes = 9;

function macOf(key: Buffer, binding: string, payload: string) {
  return createHmac('sha256', key).update(binding).update(payload).digest().subarray(0, macBytes);
}

function signCursor(key: Buffer, binding: string, position: Position): string {
  const payload = JSON.stringify(position);
  return Buffer.concat([macOf(key, binding, payload), Buffer.from(payload)]).toString('base64url');
}

/** `path`: the argument that holds the cursor. */
interface GivenCursor {
  readonly cursor: string;
  readonly path: 'after' | 'before';
}

function readCursor(key: Buffer, binding: string, { cursor, path }: GivenCursor): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(macBytes).toString();
  const mac = macOf(key, binding, payload);
  if (bytes.length <= macBytes || !timingSafeEqual(mac, bytes.subarray(0, macBytes)))
    throw failure('invalid_cursor', 'The page cursor does not belong to this list', {
      details: [{ path, rule: 'cursor', message: 'must be a cursor of this list' }],
    });
  return JSON.parse(payload) as Position;
}
