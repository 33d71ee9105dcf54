import { failure } from '../lib/errors.ts';
import type { Context } from './context.ts';
import { lockOrganizations, lockVersionedRow, type RowKey, type VersionedTable } from './queries.ts';

/**
 * Locks a row until the transaction ends and returns its version. Null when there is no such row. Authorize after
 * this: what loaders read before may be stale.
 */
export async function lockRow(ctx: Context, table: VersionedTable, key: RowKey): Promise<number | null> {
  const row = await lockVersionedRow(ctx.sql, table, key);
  return row?.version ?? null;
}

/** Locks organizations until the transaction ends. It serializes changes of their members and of their tree of collections and spaces. */
export const lockTree = async (ctx: Context, ...organizationIds: readonly string[]): Promise<void> =>
  void (await lockOrganizations(ctx.sql, organizationIds));

/** A resource by id, with the version that the caller expects. */
export interface VersionedReference {
  readonly id: string;
  readonly expectedVersion?: number | null | undefined;
}

/** Throws precondition_failed unless the resource has the version that the caller expects. Authorize before this. */
export function requireVersion(version: number | null, expectedVersion: number | null | undefined): void {
  if (expectedVersion === null || expectedVersion === undefined || version === expectedVersion) return;
  throw failure(
    'precondition_failed',
    version === null
      ? 'The resource was deleted by another request'
      : `The resource has changed: expected version ${expectedVersion}, but it has version ${version}`,
  );
}
