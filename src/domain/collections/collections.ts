import type { Collection as CollectionModel } from '../../db/generated/client.ts';
import type { Stored } from '../../db/rows.ts';
import { DomainError, notFound, referenceNotFound } from '../../lib/errors.ts';
import { levelsOf } from '../../loaders/access.ts';
import type { CollectionFactsRow } from '../../loaders/collections.ts';
import { effectiveRole, resolvedDefault } from '../access/effective.ts';
import { permissionsOf } from '../access/permissions.ts';
import { authorize } from '../access/policy.ts';
import type { Role } from '../access/roles.ts';
import type { Actor, Context } from '../context.ts';
import { collectionFlags, collectionPolicy, mayIn, type CollectionAction } from './policy.ts';

/** A collection as the caller stands to it. */
export interface Collection extends Stored<CollectionModel> {
  /** The caller's effective role. */
  readonly role: Role | null;
  /** The default level with inheritance resolved. */
  readonly level: Role | null;
}

/** Throws not_found when the caller may not see it. */
export const getCollection = (ctx: Context, id: string) => authorizedCollection(ctx, id, 'view');

/**
 * The collection as the way to what is in it: asks for no scope, since each thing in it has its own.
 * Throws not_found when the caller may not see it.
 */
export async function enterCollection(ctx: Context, id: string): Promise<Collection> {
  const collection = await readCollection(ctx, id);
  if (!collectionPolicy.rules.view.allows(ctx.actor, collection)) throw notFound('collection', id);
  return collection;
}

/** The collection, or null when it is absent or the caller may not see it. */
export async function findCollection(ctx: Context, id: string): Promise<Collection | null> {
  const row = await ctx.loaders.collection.load(id);
  const collection = row && standing(row);
  return collection && mayIn('view', ctx.actor, collection) ? collection : null;
}

/**
 * The collection, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope;
 * reference_not_found for an id that came in a field of the body.
 */
export async function authorizedCollection(
  ctx: Context,
  id: string,
  action: CollectionAction,
  field?: string,
): Promise<Collection> {
  try {
    const collection = await readCollection(ctx, id);
    authorize(collectionPolicy, action, ctx.actor, collection);
    return collection;
  } catch (error) {
    const unseen = error instanceof DomainError && error.type === 'not_found';
    throw unseen && field !== undefined ? referenceNotFound(field, 'collection', id) : error;
  }
}

/** The collection whatever the caller may do, such as after a change that took the caller's access. Throws not_found. */
export async function readCollection(ctx: Context, id: string): Promise<Collection> {
  const row = await ctx.loaders.collection.load(id);
  if (row === null) throw notFound('collection', id);
  return standing(row);
}

/** A row of the loader with its role worked out. */
export function standing(row: CollectionFactsRow): Collection {
  const levels = levelsOf(row.levels);
  const membership = row.isMember ? { role: row.memberRole as Role | null } : null;
  return Object.assign(row, {
    role: effectiveRole(membership, levels),
    level: resolvedDefault(levels, row.rootLevel as Role | null),
  });
}

/** The contract's `permissions`. */
export const collectionPermissions = (actor: Actor, collection: Collection) =>
  permissionsOf(collectionPolicy, collectionFlags, actor, collection);
