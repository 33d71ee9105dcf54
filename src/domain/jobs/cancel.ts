import { sql } from '../../db/sql.ts';
import { failure } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { authorizedJob, getJob, type Job } from './jobs.ts';
import { releaseNext } from './deliver.ts';

/** Calls a job off. One that is at work stops at its next step. Throws not_found, insufficient_scope; invalid_state when it is over. */
export async function cancelJob(outer: Context, id: string): Promise<Job> {
  return transact(outer, async (ctx) => {
    await authorizedJob(ctx, id, 'cancel');
    const cancelled = await ctx.sql.first<{ exclusive: string | null; lease: string | null }>(sql`update jobs
      set state = 'cancelled', "finishedAt" = now()
      where id = ${id} and state in ('queued', 'running') returning exclusive, lease`);
    ctx.loaders.clear();
    if (cancelled === null) throw failure('invalid_state', 'The job is over');
    // What is at work keeps its lease, and others waiting, until its function has ended.
    if (cancelled.lease === null) await releaseNext(ctx, cancelled.exclusive);
    ctx.afterCommit(() => ctx.queue.signals.changed(id));
    return getJob(ctx, id);
  });
}
