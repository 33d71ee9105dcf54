import { failure } from '../../../lib/errors.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { authorizedJob, getJob, type Job } from './jobs.ts';
import { cancelUnfinished, removeFromQueue } from './queries/jobs.ts';
import { endVisibleStates } from './queries/visible-states.ts';
import { emitEnds } from './emit-ends.ts';

/**
 * Cancels a job. A running job stops at its next step; jobs that it excludes wait until then. Throws not_found,
 * insufficient_scope; invalid_state when it is finished.
 */
export async function cancelJob(outer: Context, id: string): Promise<Job> {
  return transact(outer, async (ctx) => {
    await authorizedJob(ctx, id, 'cancel');
    const isCancelled = await cancelUnfinished(ctx.sql, id);
    if (!isCancelled) throw failure('invalid_state', 'The job is already finished');
    await endVisibleStates(ctx.sql, [id]);
    await removeFromQueue(ctx.sql, [id]);
    await emitEnds(ctx, [id], { cancelled: true });
    ctx.afterCommit(() => ctx.jobSignals.changed(id));
    return getJob(ctx, id);
  });
}
