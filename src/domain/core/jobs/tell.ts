import type { TransactionContext } from '../context.ts';
import { listEnds } from './queries/jobs.ts';

/**
 * Emits that jobs have ended, in the transaction that ends them. Those without a creator are work of the service, which nobody
 * waits for.
 */
export async function tellEnds(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const { id, organizationId, spaceId, ...data } of await listEnds(ctx.sql, ids))
    ctx.emit('job.finished', { organizationId, id, ...(spaceId === null ? {} : { spaceId }) }, data);
}
