import type { Context } from '../context.ts';
import { lastPosition } from '../position.ts';
import { adopt, authorizeTarget } from '../transfer.ts';
import { transact } from '../transact.ts';
import { spaceInTree, type Target } from './change.ts';
import { visibilityIn } from './move.ts';
import { authorizedSpace, readSpace, type Space } from './spaces.ts';

/**
 * Takes a space to the top of another organization; the caller becomes its admin there. Needs admin on
 * it and create on the target. Throws conflict (409) for its own organization, reference_not_found, forbidden.
 */
export async function transferSpace(
  outer: Context,
  input: Target & { readonly organizationId: string },
): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = input;
    await authorizeTarget(ctx, await authorizedSpace(ctx, id, 'admin'), organizationId, 'createContent');
    const space = await spaceInTree(ctx, input, organizationId);
    await authorizeTarget(ctx, space, organizationId, 'createContent');
    const siblings = { organizationId, parentId: null };
    await ctx.db.space.update({
      where: { id },
      data: {
        ...siblings,
        position: await lastPosition(ctx, siblings),
        visibility: visibilityIn(null, space),
        version: { increment: 1 },
        updatedAt: ctx.now(),
      },
    });
    await adopt(ctx, organizationId, { collectionIds: [], spaceIds: [id], ownedBy: { spaceId: id } });
    ctx.loaders.clear();
    return readSpace(ctx, id);
  });
}
