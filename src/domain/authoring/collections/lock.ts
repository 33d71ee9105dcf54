import { conflict } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockRow, lockTree, requireVersion, type VersionedReference } from '../../core/locks.ts';
import { authorizedCollection, type Collection } from './collections.ts';
import type { CollectionAction } from './policy.ts';

/** Locks a collection until the transaction ends. Throws as `authorizedCollection`, and precondition_failed. */
export async function lockCollection(
  ctx: Context,
  { id, expectedVersion }: VersionedReference,
  action: CollectionAction,
): Promise<Collection> {
  const version = await lockRow(ctx, 'collections', { id });
  const collection = await authorizedCollection(ctx, id, action);
  requireVersion(version, expectedVersion);
  return collection;
}

/**
 * Locks the tree of the collection's organization, those of other organizations, and the collection. Requires `admin`.
 */
export async function lockCollectionInTree(
  ctx: Context,
  reference: VersionedReference,
  ...otherOrganizations: readonly string[]
): Promise<Collection> {
  const { organizationId } = await authorizedCollection(ctx, reference.id, 'admin');
  await lockTree(ctx, organizationId, ...otherOrganizations);
  const collection = await lockCollection(ctx, reference, 'admin');
  if (collection.organizationId !== organizationId)
    throw conflict('The collection was moved to another organization by another request');
  return collection;
}
