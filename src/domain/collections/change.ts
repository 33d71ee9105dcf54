import { conflict } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../position.ts';
import { lockRow, requireVersion } from '../versions.ts';
import { authorizedCollection, type Collection } from './collections.ts';
import type { CollectionAction } from './policy.ts';

/** Which thing is changed, and the version of it the caller knows. */
export interface Target {
  readonly id: string;
  readonly expectedVersion?: number | null | undefined;
}

/** The collection, locked until the transaction ends. Throws as `authorizedCollection`, and precondition_failed. */
export async function collectionToChange(
  ctx: Context,
  { id, expectedVersion }: Target,
  action: CollectionAction,
): Promise<Collection> {
  const version = await lockRow(ctx, 'collections', { id });
  const collection = await authorizedCollection(ctx, id, action);
  requireVersion(version, expectedVersion);
  return collection;
}

/** The same with the order and tree of its organization (and of others) locked first. */
export async function collectionInTree(
  ctx: Context,
  target: Target,
  ...otherOrganizations: readonly string[]
): Promise<Collection> {
  const { organizationId } = await authorizedCollection(ctx, target.id, 'admin');
  await lockTree(ctx, organizationId, ...otherOrganizations);
  const collection = await collectionToChange(ctx, target, 'admin');
  if (collection.organizationId !== organizationId)
    throw conflict('The collection went to another organization meanwhile');
  return collection;
}
