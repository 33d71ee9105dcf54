import { sql } from '../../db/sql.ts';
import { adopt, authorizeTarget } from '../transfer.ts';
import type { Context } from '../context.ts';
import { lastPosition } from '../position.ts';
import { transact } from '../transact.ts';
import { collectionInTree, type Target } from './change.ts';
import { authorizedCollection, readCollection, type Collection } from './collections.ts';
import { lockSubtree } from './subtree.ts';

/**
 * Takes a collection with everything in it to the top of another organization. Needs admin on it and
 * create on the target. Throws conflict (409) for its own organization, reference_not_found, forbidden.
 */
export async function transferCollection(
  outer: Context,
  input: Target & { readonly organizationId: string },
): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = input;
    await authorizeTarget(ctx, await authorizedCollection(ctx, id, 'admin'), organizationId, 'createCollection');
    const collection = await collectionInTree(ctx, input, organizationId);
    await authorizeTarget(ctx, collection, organizationId, 'createCollection');
    const { collectionIds, spaceIds } = await lockSubtree(ctx, id);
    await ctx.db.collection.update({
      where: { id },
      data: { parentId: null, position: await lastPosition(ctx, { organizationId, parentId: null }) },
    });
    await ctx.sql.rows(sql`update collections set "organizationId" = ${organizationId}, version = version + 1,
      "updatedAt" = ${ctx.now()}::timestamptz where id = any(${collectionIds}::text[])`);
    await ctx.sql.rows(sql`update spaces set "organizationId" = ${organizationId}, version = version + 1,
      "updatedAt" = ${ctx.now()}::timestamptz where id = any(${spaceIds}::text[])`);
    await adopt(ctx, organizationId, { collectionIds, spaceIds, ownedBy: { collectionId: id } });
    ctx.loaders.clear();
    return readCollection(ctx, id);
  });
}
