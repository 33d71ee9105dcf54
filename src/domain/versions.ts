import { raw, sql, type Fragment } from '../db/sql.ts';
import { failure } from '../lib/errors.ts';
import type { Context } from './context.ts';

/** Tables whose rows count their changes in `version`. */
export type VersionedTable =
  | 'organizations'
  | 'members'
  | 'teams'
  | 'collections'
  | 'spaces'
  | 'change_requests'
  | 'comments';

/** Which row: its key columns, such as `{ id }`. Names come from the program, never from a caller. */
export type RowKey = Readonly<Record<string, string>>;

/**
 * Locks one row until the transaction ends and gives its version; null when there is none. What
 * loaders read before may be stale: authorize after this.
 */
export async function lockRow(ctx: Context, table: VersionedTable, key: RowKey): Promise<number | null> {
  const row = await ctx.sql.first<{ version: number }>(
    sql`select version from ${raw(table)} where ${keyCondition(key)} for update`,
  );
  ctx.loaders.clear();
  return row?.version ?? null;
}

/** Throws precondition_failed when the caller knows another version of the thing. Call it once the caller may change it. */
export function requireVersion(version: number | null, expectedVersion: number | null | undefined): void {
  if (expectedVersion === null || expectedVersion === undefined || version === expectedVersion) return;
  throw failure(
    'precondition_failed',
    `The thing has changed: its version is ${version ?? 'gone'}, not ${expectedVersion}`,
  );
}

const keyCondition = (key: RowKey): Fragment =>
  Object.entries(key).reduce(
    (condition, [column, value]) => sql`${condition} and ${raw(`"${column}"`)} = ${value}`,
    raw('true'),
  );
