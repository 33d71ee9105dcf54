import type { Collection as CollectionModel } from '../../db/generated/client.ts';
import type { Stored } from '../../db/rows.ts';
import { DomainError, notFound, referenceNotFound } from '../../lib/errors.ts';
import { levelsOf } from '../../loaders/access.ts';
import type { CollectionFactsRow } from '../../loaders/collections.ts';
import { effectiveRole, resolvedDefault } from '../access/effective.ts';
import { authorize } from '../access/policy.ts';
import type { Role } from '../access/roles.ts';
import type { Context } from '../context.ts';
import { collectionPolicy } from './policy.ts';

/** A collection as the caller stands to it. */
export interface Collection extends Stored<CollectionModel> {
  /** The caller's effective role. */
  readonly role: Role | null;
  /** The default level with inheritance resolved. */
  readonly level: Role | null;
}

export type CollectionAction = keyof typeof collectionPolicy.rules;

/** Throws not_found when the caller may not see it. */
export const getCollection = (ctx: Context, id: string) => authorizedCollection(ctx, id, 'view');

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
    const row = await ctx.loaders.collection.load(id);
    if (row === null) throw notFound('collection', id);
    const collection = standing(row);
    authorize(collectionPolicy, action, ctx.actor, collection);
    return collection;
  } catch (error) {
    const unseen = error instanceof DomainError && error.type === 'not_found';
    throw unseen && field !== undefined ? referenceNotFound(field, 'collection', id) : error;
  }
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
