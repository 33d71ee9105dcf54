import { raw, sql, type Fragment, type Sql } from '../../db/sql.ts';

/** Tables whose rows have a `version`, which every change increments. */
export type VersionedTable =
  | 'organizations'
  | 'members'
  | 'teams'
  | 'collections'
  | 'spaces'
  | 'sites'
  | 'change_requests'
  | 'comments';

/** Key columns of a row, such as `{ id }`. The names must never come from a caller. */
export type RowKey = Readonly<Record<string, string>>;

/** Locks a row until the transaction ends and returns its version; null when it does not exist. */
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
