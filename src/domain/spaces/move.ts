import { conflict } from '../../lib/errors.ts';
import { authorizeDestination, authorizePresentPlace } from '../collections/destination.ts';
import type { Context } from '../context.ts';
import { keyFor, referenceOf, type Placement } from '../placement.ts';
import { transact } from '../transact.ts';
import { spaceInTree, type Target } from './change.ts';
import { readSpace, type Space } from './spaces.ts';

/**
 * Puts a space under another parent of its organization, or beside another sibling. Needs admin on it
 * and create where it goes. Throws conflict (409) when it is there already.
 */
export async function moveSpace(outer: Context, input: Target & Placement): Promise<Space> {
  return transact(outer, async (ctx) => {
    const space = await spaceInTree(ctx, input);
    const { id, organizationId } = space;
    const reference = referenceOf(input);
    const parentId = input.parent === undefined ? space.parentId : input.parent;
    const siblings = { organizationId, parentId };
    const stays = parentId === space.parentId;
    await (stays ? authorizePresentPlace : authorizeDestination)(ctx, siblings, 'space');
    const key = stays ? space.position : null;
    const position = await keyFor(ctx, siblings, reference, { id, key });
    if (position === null) throw conflict('The space is there already');
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
    ctx.loaders.clear();
    return readSpace(ctx, id);
  });
}

/** `in-collection` is for spaces in a collection only. Contract 2.5. */
export const visibilityIn = (parentId: string | null, { visibility }: Pick<Space, 'visibility'>) =>
  parentId === null && visibility === 'in-collection' ? 'private' : visibility;
