import { ofSpace } from '../../core/events/emit.ts';
import { conflict } from '../../../lib/errors.ts';
import { authorizeCurrentParent, authorizeDestination } from '../collections/destination.ts';
import type { Context } from '../../core/context.ts';
import { listLeft } from '../tree/emit.ts';
import { positionFor, findSibling, type Placement } from '../tree/placement.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { lockSpaceInTree } from './lock.ts';
import { readSpace, type Space } from './spaces.ts';

/**
 * Moves a space to another parent in its organization, or to another position among its siblings. Requires `admin` on
 * the space and `create` on the new parent. Throws conflict when the position does not change.
 */
export async function moveSpace(outer: Context, input: VersionedReference & Placement): Promise<Space> {
  return transact(outer, async (ctx) => {
    const space = await lockSpaceInTree(ctx, input);
    const { id, organizationId } = space;
    const sibling = findSibling(input);
    const parentId = input.parent === undefined ? space.parentId : input.parent;
    const parent = { organizationId, parentId };
    const isSameParent = parentId === space.parentId;
    await (isSameParent ? authorizeCurrentParent : authorizeDestination)(ctx, parent, 'space');
    const position = await positionFor(ctx, parent, sibling, { id, key: isSameParent ? space.position : null });
    if (position === null) throw conflict('The space is already in this position');
    const left = isSameParent ? {} : await listLeft(ctx, { collectionIds: [], spaceIds: [id] });
    await ctx.db.space.update({
      where: { id },
      data: {
        parentId,
        position,
        visibility: visibilityIn(parentId, space),
        version: { increment: 1 },
        updatedAt: ctx.now(),
      },
    });
    ctx.emit('space.moved', ofSpace(space), { parent: parentId, ...left });
    return readSpace(ctx, id);
  });
}

/** The visibility after a move: `in-collection` is only valid in a collection. */
export const visibilityIn = (parentId: string | null, { visibility }: Pick<Space, 'visibility'>) =>
  parentId === null && visibility === 'in-collection' ? 'private' : visibility;
