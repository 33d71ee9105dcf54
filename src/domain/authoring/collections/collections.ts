import type { Collection as CollectionModel } from '../../../db/generated/client.ts';
import type { Stored } from '../../../db/rows.ts';
import { DomainError, notFound, referenceNotFound } from '../../../lib/errors.ts';
import { toAccess, type ResourceAccess } from '../../../access/resource-access.ts';
import type { CollectionFactsRow } from '../../../loaders/collections.ts';
import { permissionsOf } from '../../../access/permissions.ts';
import { authorize, requireSsoSignIn } from '../../../access/policy.ts';
import type { Actor } from '../../../access/actor.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import { collectionFlags, collectionPolicy, isAllowedInCollection, type CollectionAction } from './policy.ts';

/** A collection with the caller's access. */
export interface Collection extends Stored<CollectionModel>, ResourceAccess {}

/** Throws not_found when the caller may not see the collection. */
export const getCollection = (ctx: Context, id: string) => authorizedCollection(ctx, id, 'view');

/**
 * The collection as the parent of its contents. Requires no scope, since its contents have scopes of their own. Throws
 * not_found when the caller may not see the collection.
 */
export async function enterCollection(ctx: Context, id: string): Promise<Collection> {
  const collection = await loadCollection(ctx, id);
  if (!collectionPolicy.rules.view.allows(ctx.actor, collection)) {
    requireSsoSignIn(ctx.actor, collection.organizationId);
    throw notFound('collection', id);
  }
  return collection;
}

/** Finds a collection by id; null when it does not exist or the caller may not see it. */
export async function findCollection(ctx: Context, id: string): Promise<Collection | null> {
  const row = await ctx.loaders.collection.load(id);
  const collection = row && withAccess(row);
  return collection && isAllowedInCollection('view', ctx.actor, collection) ? collection : null;
}

/**
 * Gets a collection and authorizes an action on it. With `field`, the path of the input field that contains the id,
 * throws reference_not_found instead of not_found.
 */
export async function authorizedCollection(
  ctx: Context,
  id: string,
  action: CollectionAction,
  field?: string,
): Promise<Collection> {
  try {
    const collection = await loadCollection(ctx, id);
    authorize(collectionPolicy, action, ctx.actor, collection);
    return collection;
  } catch (error) {
    const unseen = error instanceof DomainError && error.type === 'not_found';
    throw unseen && field !== undefined ? referenceNotFound(field, 'collection', id) : error;
  }
}

/** The collection after a change in this transaction, which may have ended the caller's access. Throws not_found. */
export const readCollection = (ctx: TransactionContext, id: string): Promise<Collection> => loadCollection(ctx, id);

async function loadCollection(ctx: Context, id: string): Promise<Collection> {
  const row = await ctx.loaders.collection.load(id);
  if (row === null) throw notFound('collection', id);
  return withAccess(row);
}

/** Adds the caller's access to a loaded row. */
export const withAccess = (row: CollectionFactsRow): Collection => ({ ...row, ...toAccess(row) });

/** The `permissions` object of a collection. */
export const collectionPermissions = (actor: Actor, collection: Collection) =>
  permissionsOf(collectionPolicy, collectionFlags, actor, collection);
