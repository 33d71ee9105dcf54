import type { Context } from '../domain/core/context.ts';
import type { QueueRun } from '../domain/core/jobs/queue-runs.ts';
import { maxPhaseLength } from '../domain/core/jobs/fields.ts';
import type { JobProgress } from '../domain/core/jobs/kind.ts';
import { recordHeartbeat } from '../domain/core/jobs/queries/runs.ts';

interface HeartbeatOptions {
  readonly everyMs: number;
  /** Aborted when the job is finished, cancelled or held by another process. */
  readonly abort: AbortController;
}

interface Heartbeat {
  readonly progress: (progress: JobProgress) => void;
  readonly stop: () => Promise<void>;
}

/** Minimum interval between two writes of progress, in milliseconds. */
const progressMs = 500;

/**
 * Records regularly that a run is alive, with its progress. Aborts the run when its job is finished or another process
 * holds it.
 */
export function startHeartbeat(system: Context, queueRun: QueueRun, { everyMs, abort }: HeartbeatOptions): Heartbeat {
  let latest: JobProgress = {};
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    const isOurs = await recordHeartbeat(system.sql, queueRun, latest);
    if (!isOurs) abort.abort(new Error('The job is already finished, or another process has taken it over'));
  };
  const beat = () => {
    writtenAt = performance.now();
    // Ignore a brief outage of the database: the lease is three times as long as the interval.
    writing = writing.then(write).catch(() => undefined);
  };
  const timer = setInterval(beat, everyMs).unref();
  const off = system.jobSignals.onChanged((id) => {
    if (id === queueRun.jobId) beat();
  });
  return {
    progress: ({ phase, ...counts }) => {
      latest = {
        ...latest,
        ...counts,
        ...(phase === undefined ? {} : { phase: phase.slice(0, maxPhaseLength).toWellFormed() }),
      };
      if (performance.now() - writtenAt > progressMs) beat();
    },
    stop: () => {
      clearInterval(timer);
      off();
      return writing;
    },
  };
}
