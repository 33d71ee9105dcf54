import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { emitTransferred } from '../tree/emit.ts';
import { lastPosition } from '../tree/position.ts';
import { authorizeTransfer, requireTransferable, transferAccess } from '../tree/transfer.ts';
import { transact } from '../../core/transact.ts';
import { lockSpaceInTree } from './lock.ts';
import { visibilityIn } from './move.ts';
import { authorizedSpace, readSpace, type Space } from './spaces.ts';

/**
 * Transfers a space to the top level of another organization, where the caller becomes its admin. Requires `admin` on
 * the space and `createContent` there. Throws conflict for its own organization, reference_not_found, forbidden.
 */
export async function transferSpace(
  outer: Context,
  input: VersionedReference & { readonly organizationId: string },
): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id, organizationId } = input;
    await authorizeTransfer(ctx, await authorizedSpace(ctx, id, 'admin'), organizationId, 'createContent');
    const space = await lockSpaceInTree(ctx, input, organizationId);
    await authorizeTransfer(ctx, space, organizationId, 'createContent');
    await requireTransferable(ctx, [id]);
    const content = { collectionIds: [], spaceIds: [id] };
    await emitTransferred(ctx, { from: space.organizationId, to: organizationId }, content);
    const parent = { organizationId, parentId: null };
    await ctx.db.space.update({
      where: { id },
      data: {
        ...parent,
        position: await lastPosition(ctx, parent),
        visibility: visibilityIn(null, space),
        version: { increment: 1 },
        updatedAt: ctx.now(),
      },
    });
    await transferAccess(ctx, organizationId, { ...content, ownedBy: { spaceId: id } });
    return readSpace(ctx, id);
  });
}
