import { generateNKeysBetween } from 'fractional-indexing';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { emitDeleted } from '../tree/emit.ts';
import { findLastPosition, isInSite, pauseConnections } from '../tree/queries.ts';
import { lockCollectionInTree } from './lock.ts';
import { deleteCollections, deleteSpacesOfCollections, lockSubtree } from './queries.ts';

interface DeletedCollection {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Deletes a collection and the collections in it. Their spaces are deleted too; each can be restored, to the top level
 * of the organization. Throws precondition_failed. See docs/reference/states.md.
 */
export async function deleteCollection(outer: Context, reference: VersionedReference): Promise<DeletedCollection> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = await lockCollectionInTree(ctx, reference);
    const { collectionIds, spaceIds } = await lockSubtree(ctx.sql, id);
    if (await isInSite(ctx.sql, spaceIds))
      throw failure('invalid_state', 'A space of the collection is in a site; remove it from the site first');
    await emitDeleted(ctx, organizationId, { collectionIds, spaceIds });
    await deleteSpaces(ctx, organizationId, spaceIds);
    await deleteCollections(ctx.sql, collectionIds);
    return { id, organizationId };
  });
}

async function deleteSpaces(ctx: Context, organizationId: string, spaceIds: readonly string[]): Promise<void> {
  if (spaceIds.length === 0) return;
  const last = await findLastPosition(ctx.sql, { organizationId, parentId: null });
  await deleteSpacesOfCollections(ctx.sql, spaceIds, generateNKeysBetween(last, null, spaceIds.length));
  await pauseConnections(ctx.sql, spaceIds);
}
