import { raw, sql, type Fragment, type Sql } from '../db/sql.ts';

/** Tables whose rows count their changes in `version`. */
export type VersionedTable =
  | 'organizations'
  | 'members'
  | 'teams'
  | 'collections'
  | 'spaces'
  | 'sites'
  | 'change_requests'
  | 'comments';

/** The key columns of a row, such as `{ id }`. Their names must come from the program, never from a caller. */
export type RowKey = Readonly<Record<string, string>>;

/** Locks a row until the transaction ends and returns its version. Null when there is no such row. */
export const lockVersionedRow = (
  reader: Sql,
  table: VersionedTable,
  key: RowKey,
): Promise<{ version: number } | null> =>
  reader.first(sql`select version from ${raw(table)} where ${hasKey(key)} for update`);

const hasKey = (key: RowKey): Fragment =>
  Object.entries(key).reduce(
    (condition, [column, value]) => sql`${condition} and ${raw(`"${column}"`)} = ${value}`,
    raw('true'),
  );

/** Locks organizations until the transaction ends, in the order of their ids so that two callers cannot deadlock. */
export const lockOrganizations = (reader: Sql, ids: readonly string[]): Promise<unknown> =>
  reader.rows(sql`select id from organizations where id = any(${ids}::text[]) order by id for no key update`);
