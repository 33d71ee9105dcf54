import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { emitTransferred } from '../tree/emit.ts';
import { lastPosition } from '../tree/position.ts';
import { updateContentOrganization } from '../tree/queries.ts';
import { authorizeTransfer, requireTransferable, transferAccess } from '../tree/transfer.ts';
import { transact } from '../../core/transact.ts';
import { authorizedCollection, readCollection, type Collection } from './collections.ts';
import { lockCollectionInTree } from './lock.ts';
import { lockSubtree } from './queries.ts';

/**
 * Transfers a collection with its descendants to the top level of another organization. Requires `admin` on the
 * collection and `createCollection` there. Throws conflict for its own organization, reference_not_found, forbidden.
 */
export async function transferCollection(
  outer: Context,
  input: VersionedReference & { readonly organizationId: string },
): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = input;
    await authorizeTransfer(ctx, await authorizedCollection(ctx, id, 'admin'), organizationId, 'createCollection');
    const collection = await lockCollectionInTree(ctx, input, organizationId);
    await authorizeTransfer(ctx, collection, organizationId, 'createCollection');
    const { collectionIds, spaceIds } = await lockSubtree(ctx.sql, id);
    await requireTransferable(ctx, spaceIds);
    await emitTransferred(ctx, { from: collection.organizationId, to: organizationId }, { collectionIds, spaceIds });
    await ctx.db.collection.update({
      where: { id },
      data: { parentId: null, position: await lastPosition(ctx, { organizationId, parentId: null }) },
    });
    const now = ctx.now();
    await updateContentOrganization(ctx.sql, 'collections', { ids: collectionIds, organizationId, now });
    await updateContentOrganization(ctx.sql, 'spaces', { ids: spaceIds, organizationId, now });
    await transferAccess(ctx, organizationId, { collectionIds, spaceIds, ownedBy: { collectionId: id } });
    return readCollection(ctx, id);
  });
}
