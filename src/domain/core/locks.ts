import { failure } from '../../lib/errors.ts';
import type { Context } from './context.ts';
import { lockOrganizations, lockVersionedRow, type RowKey, type VersionedTable } from './queries.ts';

/**
 * Locks a row until the transaction ends and returns its version; null when it does not exist. Authorize afterwards,
 * because earlier reads may be stale.
 */
export async function lockRow(ctx: Context, table: VersionedTable, key: RowKey): Promise<number | null> {
  const row = await lockVersionedRow(ctx.sql, table, key);
  return row?.version ?? null;
}

/**
 * Locks organizations until the transaction ends, to serialize changes of their members and of their tree of
 * collections and spaces.
 */
export const lockTree = async (ctx: Context, ...organizationIds: readonly string[]): Promise<void> =>
  void (await lockOrganizations(ctx.sql, organizationIds));

/** The version that a resource must have (optimistic lock); any when it is not given. */
export interface Expected {
  readonly expectedVersion?: number | null | undefined;
}

/** A resource by id, with its expected version. */
export interface VersionedReference extends Expected {
  readonly id: string;
}

/** Throws precondition_failed unless the resource has the expected version. Authorize first. */
export function requireVersion(version: number | null, expectedVersion: Expected['expectedVersion']): void {
  if (expectedVersion === null || expectedVersion === undefined || version === expectedVersion) return;
  throw failure(
    'precondition_failed',
    version === null
      ? 'The resource was deleted by another request'
      : `The resource has changed: expected version ${expectedVersion}, but it has version ${version}`,
  );
}
