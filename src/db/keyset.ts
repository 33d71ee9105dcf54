import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
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
  readonly sort: { readonly by: string; readonly type: 'timestamptz' | 'text' | 'int'; readonly id: string };
  readonly direction: 'asc' | 'desc';
  /** The whole count, when it is known without counting. */
  readonly count?: () => Promise<number>;
}

type Keyed<Row> = Row & { readonly sortKey: string | number; readonly sortId: string };

/** Reads one page. Throws invalid_cursor for a cursor this very list did not give out. */
export async function paginate<Row>(
  ctx: { readonly sql: Sql; readonly cursorKey: Buffer },
  list: KeysetList,
  page: PageRequest,
): Promise<Page<Row>> {
  const binding = createHash('sha256').update(JSON.stringify([list.name, list.filters])).digest();
  const after = page.after === null ? null : openCursor(ctx.cursorKey, binding, page.after);
  const rows = page.first === 0 ? [] : await ctx.sql.rows<Keyed<Row>>(pageQuery(list, after, page.first));
  return {
    items: rows.slice(0, page.first),
    hasNext: rows.length > page.first,
    count: list.count ?? (() => countOf(ctx.sql, list)),
    cursorOf: (item) => {
      const { sortKey, sortId } = item as Keyed<Row>;
      return sealCursor(ctx.cursorKey, binding, [sortKey, sortId]);
    },
  };
}

type Position = readonly [key: string | number, id: string];

function pageQuery(list: KeysetList, after: Position | null, first: number): Fragment {
  const { by, id, type } = list.sort;
  const column = raw(by);
  const beyond = raw(list.direction === 'asc' ? '>' : '<');
  const start =
    after && sql`(${column}, ${raw(id)}) ${beyond} (${after[0]}::${raw(type)}, ${after[1]}::text)`;
  const order = raw(`${by} ${list.direction}, ${id} ${list.direction}`);
  return sql`${list.with ?? raw('')} select ${list.select}, ${column} as "sortKey", ${raw(id)} as "sortId"
    ${list.from} where ${all([...list.where, start])} order by ${order} limit ${first + 1}::int`;
}

async function countOf(reader: Sql, list: KeysetList): Promise<number> {
  const row = await reader.first<{ count: number }>(
    sql`${list.with ?? raw('')} select count(*)::int as count ${list.from} where ${all(list.where)}`,
  );
  return row?.count ?? 0;
}

const macBytes = 9;

function macOf(key: Buffer, binding: Buffer, payload: string) {
  return createHmac('sha256', key).update(binding).update(payload).digest().subarray(0, macBytes);
}

function sealCursor(key: Buffer, binding: Buffer, position: Position): string {
  const payload = JSON.stringify(position);
  return Buffer.concat([macOf(key, binding, payload), Buffer.from(payload)]).toString('base64url');
}

function openCursor(key: Buffer, binding: Buffer, cursor: string): Position {
  const bytes = Buffer.from(cursor, 'base64url');
  const payload = bytes.subarray(macBytes).toString();
  const mac = macOf(key, binding, payload);
  if (bytes.length <= macBytes || !timingSafeEqual(mac, bytes.subarray(0, macBytes)))
    throw failure('invalid_cursor', 'The page cursor does not belong to this list', {
      details: [{ path: 'after', rule: 'cursor', message: 'Not a cursor of this list' }],
    });
  return JSON.parse(payload) as Position;
}
