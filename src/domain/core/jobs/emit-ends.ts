import type { TransactionContext } from '../context.ts';
import { listEnds } from './queries/jobs.ts';

/**
 * Emits that jobs have ended, in the transaction that ends them, as done by their creators unless somebody has `cancelled` them.
 * Nobody waits for jobs without a creator, which are work of the service.
 */
export async function emitEnds(
  ctx: TransactionContext,
  ids: readonly string[],
  cancelled: { readonly cancelled?: true } = {},
): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, organizationId, spaceId, ...data } of await listEnds(ctx.sql, ids)) {
    const actorId = cancelled.cancelled ? ctx.actor.userId : data.creator;
    ctx.emit('job.finished', { organizationId, id, actorId, ...(spaceId === null ? {} : { spaceId }) }, data);
  }
}
