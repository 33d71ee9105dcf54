import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Page, PageRequest } from '../lib/page.ts';
import { failure } from '../lib/errors.ts';
import { all, raw, sql, type Fragment, type Sql } from './sql.ts';

/** A list that can be paged through by key. */
export interface KeysetList {
  /** Name of the list, part of its cursors. */
  readonly name: string;
  /** What distinguishes this list from others of the name: parent and filters. */
  readonly filters: unknown;
  readonly with?: Fragment;
  readonly select: Fragment;
  readonly from: Fragment;
  readonly where: readonly (Fragment | null)[];
  /** Column and its SQL type; `id` breaks ties. */
  readonly sort: {
    readonly by: string;
    readonly type: 'timestamptz' | 'text' | 'int';
    readonly id: string;
    /** Names of the two in the rows, when `select` reads them anyway. */
    readonly columns?: readonly [key: string, id: string];
  };
  readonly direction: 'asc' | 'desc';
  /** The whole count, when it is known without counting. */
  readonly count?: () => Promise<number>;
  /**
   * What is read of the items of the page only, whose `select` is `page` here: the list itself, with what decides
   * who is in it, is then counted and sorted in few columns. Needs `sort.columns`.
   */
  readonly details?: { readonly select: Fragment; readonly join: Fragment };
}

type Keyed<Row> = Row & { readonly sortKey: string | number; readonly sortId: string; readonly total?: number };

/** What signs and reads the cursors of a list. */
interface CursorContext {
  readonly sql: Sql;
  readonly cursorKey: Buffer;
}

/** Reads one page. Throws invalid_cursor for a cursor this very list did not give out. */
export async function paginate<Row>(ctx: CursorContext, list: KeysetList, page: PageRequest): Promise<Page<Row>> {
  const after = positionAfter(ctx, list, page);
  const { first } = page;
  const counted = page.counted === true && after === null && list.count === undefined;
  const rows = first === 0 ? [] : await ctx.sql.rows<Keyed<Row>>(rowsQuery(list, { after, first, counted }));
  const total = first === 0 || after !== null ? undefined : totalOf(rows, first);
  return pageOf<Keyed<Row>>(ctx, list, {
    rows,
    first,
    count: list.count ?? (() => (total === undefined ? countOf(ctx.sql, list) : Promise.resolve(total))),
    positionOf: (row) => positionIn(row, list.sort.columns),
  });
}

interface RowsPart {
  readonly after: Position | null;
  readonly first: number;
  /** Each row tells the `total`. */
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

/** How many there are in all, as far as a first page tells. */
const totalOf = (rows: readonly { readonly total?: number }[], first: number) =>
  rows.length > first ? rows[0]?.total : rows.length;

/** Name and filters: what a cursor is bound to. */
export type ListIdentity = Pick<KeysetList, 'name' | 'filters'>;

interface PageParts<Row> {
  /** In order; one more than `first` when there are more. */
  readonly rows: readonly Row[];
  readonly first: number;
  readonly count: () => Promise<number>;
  readonly positionOf: (row: Row) => Position;
}

/** The page that rows make which were read by `pageQuery`, for one list or for several in one statement. */
export function pageOf<Row>(
  { cursorKey }: Omit<CursorContext, 'sql'>,
  list: ListIdentity,
  parts: PageParts<Row>,
): Page<Row> {
  const { rows, first, count, positionOf } = parts;
  let binding: string | null = null;
  return {
    items: rows.slice(0, first),
    hasNext: rows.length > first,
    count,
    cursorOf: (item) => sealCursor(cursorKey, (binding ??= bindingOf(list)), positionOf(item)),
  };
}

/** Where a page starts; null for the first. Throws invalid_cursor for a cursor this very list did not give out. */
export const positionAfter = (
  { cursorKey }: Omit<CursorContext, 'sql'>,
  list: ListIdentity,
  { after }: PageRequest,
): Position | null => (after === null ? null : openCursor(cursorKey, bindingOf(list), after));

/** A JSON array, as positions are: where one ends and the other begins is certain. */
const bindingOf = ({ name, filters }: ListIdentity) => JSON.stringify([name, filters]);

/** The sort key and id of a row. */
export type Position = readonly [key: string | number, id: string];

/** `select` of one row more than a page holds, or of `ahead` more, each with its `sortKey` and `sortId`. */
export function pageQuery(
  list: Omit<KeysetList, keyof ListIdentity | 'count' | 'details'>,
  after: Position | null,
  first: number,
  ahead: 0 | 1 = 1,
): Fragment {
  const { by, id, type } = list.sort;
  const column = raw(by);
  const beyond = raw(list.direction === 'asc' ? '>' : '<');
  const start = after && sql`(${column}, ${raw(id)}) ${beyond} (${after[0]}::${raw(type)}, ${after[1]}::text)`;
  const order = raw(`${by} ${list.direction}, ${id} ${list.direction}`);
  const keys = list.sort.columns ? raw('') : raw(`, ${by} as "sortKey", ${id} as "sortId"`);
  return sql`${list.with ?? raw('')} select ${list.select}${keys}
    ${list.from} where ${all([...list.where, start])} order by ${order} limit ${first + ahead}::int`;
}

async function countOf(reader: Sql, list: KeysetList): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`${list.with ?? raw('')} ${countQuery(list)}`);
  return row?.count ?? 0;
}

const countQuery = (list: KeysetList) => sql`select count(*)::int as count ${list.from} where ${all(list.where)}`;

const macBytes = 9;

function macOf(key: Buffer, binding: string, payload: string) {
  return createHmac('sha256', key).update(binding).update(payload).digest().subarray(0, macBytes);
}

function sealCursor(key: Buffer, binding: string, position: Position): string {
  const payload = JSON.stringify(position);
  return Buffer.concat([macOf(key, binding, payload), Buffer.from(payload)]).toString('base64url');
}

function openCursor(key: Buffer, binding: string, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(macBytes).toString();
  const mac = macOf(key, binding, payload);
  if (bytes.length <= macBytes || !timingSafeEqual(mac, bytes.subarray(0, macBytes)))
    throw failure('invalid_cursor', 'The page cursor does not belong to this list', {
      details: [{ path: 'after', rule: 'cursor', message: 'Not a cursor of this list' }],
    });
  return JSON.parse(payload) as Position;
}
