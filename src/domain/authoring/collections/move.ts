import { ofCollection } from '../../core/events/emit.ts';
import { conflict, invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { listLeft } from '../tree/emit.ts';
import { positionFor, findSibling, type Placement } from '../tree/placement.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { readCollection, type Collection } from './collections.ts';
import { authorizeDestination, authorizeCurrentParent } from './destination.ts';
import { lockCollectionInTree } from './lock.ts';
import { isWithin } from './queries.ts';

/**
 * Moves a collection to another parent in its organization, or to another position among its siblings. Requires `admin`
 * on the collection and `create` on the new parent. Throws conflict when the position does not change, and
 * validation_failed when the new parent lies inside the collection.
 */
export async function moveCollection(outer: Context, input: VersionedReference & Placement): Promise<Collection> {
  return transact(outer, async (ctx) => {
    const collection = await lockCollectionInTree(ctx, input);
    const { id, organizationId } = collection;
    const sibling = findSibling(input);
    const parentId = input.parent === undefined ? collection.parentId : input.parent;
    const parent = { organizationId, parentId };
    const isSameParent = parentId === collection.parentId;
    await (isSameParent ? authorizeCurrentParent : authorizeDestination)(ctx, parent, 'collection');
    if (parentId !== null && !isSameParent && (await isWithin(ctx.sql, parentId, id)))
      throw invalid('input.parent', 'A collection cannot be moved into itself', 'cycle');
    const position = await positionFor(ctx, parent, sibling, { id, key: isSameParent ? collection.position : null });
    if (position === null) throw conflict('The collection is already in this position');
    const left = isSameParent ? {} : await listLeft(ctx, { collectionIds: [id], spaceIds: [] });
    await ctx.db.collection.update({
      where: { id },
      data: { parentId, position, version: { increment: 1 }, updatedAt: ctx.now() },
    });
    ctx.emit('collection.moved', ofCollection(collection), { parent: parentId, ...left });
    return readCollection(ctx, id);
  });
}
