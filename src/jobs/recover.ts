import type { Context } from '../domain/core/context.ts';
import {
  addMissingToQueue,
  countLosses,
  lockRecovery,
  listLostRuns,
  releaseWorkers,
} from '../domain/core/jobs/queries/runs.ts';
import { removeFromQueue } from '../domain/core/jobs/queries/jobs.ts';
import { endVisibleStates } from '../domain/core/jobs/queries/visible-states.ts';
import { emitEnds } from '../domain/core/jobs/emit-ends.ts';
import { transact } from '../domain/core/transact.ts';

interface Recovery {
  readonly alive?: readonly string[];
  readonly attempts?: Readonly<Record<string, number>>;
}

/**
 * Recovers jobs whose process has sent no heartbeat for `silentMs`: releases them, or fails those that lost their
 * process too often. A process that was only slow notices that it no longer holds the job and stops the run. Skips runs
 * of `alive` workers, which belong to this process. `attempts` holds the limits of kinds that set their own, by name.
 * Returns the number of lost runs.
 */
export async function recoverJobs(
  outer: Context,
  silentMs: number,
  { alive = [], attempts = {} }: Recovery = {},
): Promise<number> {
  return transact(outer, async (ctx) => {
    await lockRecovery(ctx.sql);
    const silent = await listLostRuns(ctx.sql, silentMs, alive);
    if (silent.length > 0) {
      const ids = silent.map(({ jobId }) => jobId);
      const workers = silent.map(({ worker }) => worker);
      await releaseWorkers(ctx.sql, workers);
      const retried = await countLosses(ctx.sql, ids, attempts);
      const finished = ids.filter((id) => !retried.includes(id));
      await endVisibleStates(ctx.sql, finished);
      await removeFromQueue(ctx.sql, finished);
      await emitEnds(ctx, finished);
      ctx.afterCommit(() => ids.forEach((id) => ctx.jobSignals.changed(id)));
    }
    await addMissingToQueue(ctx.sql);
    return silent.length;
  });
}
