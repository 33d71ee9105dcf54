import { ofSpace } from '../../core/events/emit.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { VersionedReference } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { lockSpace } from './lock.ts';
import { readSpace, type Space } from './spaces.ts';

/**
 * Restores a deleted space to its collection, or to the top level if that was deleted. Throws not_found for callers who
 * are not its admins, and after 168 hours; invalid_state for a space that is not deleted.
 */
export async function restoreSpace(outer: Context, reference: VersionedReference): Promise<Space> {
  return transact(outer, async (ctx) => {
    const space = await lockSpace(ctx, reference, 'view');
    const { id, role, deletedAt } = space;
    if (role !== 'admin') throw notFound('space', id);
    requireScope(ctx.actor, 'space:write');
    if (deletedAt === null) throw failure('invalid_state', 'The space is not deleted');
    await ctx.db.space.update({
      where: { id },
      data: { deletedAt: null, version: { increment: 1 }, updatedAt: ctx.now() },
    });
    ctx.emit('space.restored', ofSpace(space));
    return readSpace(ctx, id);
  });
}
