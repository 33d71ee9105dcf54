import type { Context, TransactionContext } from '../../core/context.ts';
import { enqueueJob, enqueueSystemJobs, type SystemJob } from '../../core/jobs/enqueue.ts';
import { getJob, type Job } from '../../core/jobs/jobs.ts';
import { transact } from '../../core/transact.ts';
import { failure } from '../../../lib/errors.ts';
import { authorizedSpace } from '../../authoring/spaces/spaces.ts';
import { loadConnection } from './connections.ts';
import { makeDue, resetTimes, takeDue } from './queries/connections.ts';
import { gitSync } from './sync/job.ts';

/** Before the id of a connection in the keys of its jobs: at most one of them waits or runs. */
const keyPrefix = 'git-sync ';

/** Most syncs that one look begins. */
const mostAtOnce = 100;

const minute = 60_000;

/** How long a sync that has failed waits, by the number of failures, in milliseconds. */
const retryMs = [minute, 5 * minute, 30 * minute, 120 * minute, 60 * minute] as const;

/** One import, export or sync of a space runs at a time. */
const exclusiveOf = (spaceId: string) => `git ${spaceId}`;

/** Makes syncs due at once. One that is under way is followed by another. */
export async function askForSyncs(ctx: Context, connectionIds: readonly string[]): Promise<void> {
  await makeDue(ctx.sql, connectionIds);
  ctx.afterCommit(() => ctx.jobSignals.wakeSyncs());
}

/** Makes a sync of a connection that has other settings due, and a look at its branch. */
export async function beginAnew(ctx: TransactionContext, connectionId: string): Promise<void> {
  await resetTimes(ctx.sql, connectionId);
  ctx.afterCommit(() => ctx.jobSignals.wakeSyncs());
}

/** Begins the syncs that are due. Several processes may do so on one database. */
export async function beginDueSyncs(outer: Context): Promise<void> {
  const { GIT_EDIT_QUIET_MS: quietMs, GIT_EDIT_MOST_MS: mostMs } = outer.config;
  await transact(outer, async (ctx) => {
    const due = await takeDue(ctx.sql, { delays: { quietMs, mostMs, retryMs }, keyPrefix, limit: mostAtOnce });
    const jobs = due.map(({ id, organizationId, spaceId }): SystemJob<{ connectionId: string }> => ({
      organizationId,
      spaceId,
      payload: { connectionId: id },
      exclusive: exclusiveOf(spaceId),
      key: `${keyPrefix}${id}`,
    }));
    if (jobs.length > 0) await enqueueSystemJobs(ctx, gitSync, jobs);
  });
}

/**
 * Starts a sync of a space for its caller, who may follow and cancel the job; it writes as the connection. Throws not_found for a space
 * without a connection, invalid_state while it is paused.
 */
export async function syncGit(ctx: Context, spaceId: string): Promise<Job> {
  const { organizationId } = await authorizedSpace(ctx, spaceId, 'triggerGitSync');
  const { id, status } = await loadConnection(ctx, spaceId);
  if (status === 'paused') throw failure('invalid_state', 'The connection is paused');
  const subject = {
    organizationId,
    spaceId,
    key: `${keyPrefix}${id} ${ctx.actor.userId}`,
    exclusive: exclusiveOf(spaceId),
  };
  return getJob(ctx, await enqueueJob(ctx, gitSync, { connectionId: id }, subject));
}
