import { sql } from '../../db/sql.ts';
import { failure, notFound } from '../../lib/errors.ts';
import { requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { spaceToChange, type Target } from './change.ts';
import { readSpace, type Space } from './spaces.ts';

/** Deletes a space; it can be restored for 168 hours by the database's clock. Throws not_found, forbidden, precondition_failed. */
export async function deleteSpace(outer: Context, target: Target): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id } = await spaceToChange(ctx, target, 'admin');
    await ctx.sql.rows(
      sql`update spaces set "deletedAt" = now(), "updatedAt" = now(), version = version + 1 where id = ${id}`,
    );
    ctx.loaders.clear();
    return readSpace(ctx, id);
  });
}

/**
 * Takes a deletion back. The space is where it was, or at the top when its collection is gone. Throws
 * not_found to all but its admins and once the time is over, invalid_state (409) for a space that is not deleted.
 */
export async function restoreSpace(outer: Context, target: Target): Promise<Space> {
  return transact(outer, async (ctx) => {
    const { id, role, deletedAt } = await spaceToChange(ctx, target, 'view');
    if (role !== 'admin') throw notFound('space', id);
    requireScope(ctx.actor, 'space:write');
    if (deletedAt === null) throw failure('invalid_state', 'The space is not deleted');
    await ctx.db.space.update({
      where: { id },
      data: { deletedAt: null, version: { increment: 1 }, updatedAt: ctx.now() },
    });
    ctx.loaders.clear();
    return readSpace(ctx, id);
  });
}
