import type { Pool } from 'pg';
import { consumeJobs, retryAfterMs, type QueueRun } from '../domain/core/jobs/queue-runs.ts';
import type { Context } from '../domain/core/context.ts';
import { kindFlag, readOwner } from '../domain/core/jobs/fields.ts';
import type { Job } from '../domain/core/jobs/jobs.ts';
import { releaseRun } from '../domain/core/jobs/queries/runs.ts';
import { transact } from '../domain/core/transact.ts';
import { createFairTurns } from './fair-turns.ts';
import { createRuns } from './runs.ts';
import { runQueued, type RunOptions } from './run.ts';

export interface SlotsOptions extends RunOptions {
  readonly pool: Pool;
  /** Number of jobs that this process runs concurrently. */
  readonly slots: number;
  /** Number of jobs of a kind that it runs concurrently, for kinds that may not have all slots. */
  readonly most?: Readonly<Record<string, number>>;
}

/** The job slots of a process. */
export interface Slots {
  /** Ids of the workers that hold a job. */
  workers(): string[];
  /** Takes due jobs until there are none or no slot is free. */
  fill(): Promise<void>;
  /** The jobs that are under way. Each resolves when its job has ended. */
  readonly underWay: ReadonlySet<Promise<void>>;
  /** Waits up to `graceMs` milliseconds for running jobs, then stops them and returns them to the queue. */
  empty(graceMs: number): Promise<void>;
}

/** Added to the delay of a retry, in milliseconds, to allow for clock skew of the database. */
const clockMs = 200;

/** Creates the job slots. Calls `onFree` when another job may be taken. */
export function createSlots(options: SlotsOptions, onFree: () => void): Slots {
  const { system, pool, slots, most = {} } = options;
  const runs = createRuns<QueueRun>({
    onEnd: () => {
      if (runs.underWay.size === 0) runsAlone = false;
      onFree();
    },
    // A function that ignores its signal loses its job: it can no longer write.
    giveBack: (stopped) => Promise.all(stopped.map((queueRun) => returnToQueue(system, queueRun))),
  });
  const turns = createFairTurns<QueueRun>(slots);
  const kinds = new Map<QueueRun, string>();
  /** Flags of the kinds of which no more jobs may begin. */
  const fullKinds = () =>
    Object.entries(most).flatMap(([kind, limit]) =>
      [...kinds.values()].filter((running) => running === kind).length < limit ? [] : [kindFlag(kind)],
    );
  let runsAlone = false;

  /** Starts a job. One that has lost its process before runs alone, so that it cannot interrupt other jobs again. */
  const begin = async (job: Job, queueRun: QueueRun, signal: AbortSignal, begun: () => void) => {
    const others = Promise.all(runs.underWay);
    turns.began(queueRun, readOwner(job));
    kinds.set(queueRun, job.kind);
    runsAlone = job.losses > 0;
    begun();
    if (runsAlone) await Promise.race([others, aborted(signal)]);
    signal.throwIfAborted();
  };
  const run = async (queueRun: QueueRun, begun: () => void) => {
    const abort = runs.hold(queueRun);
    try {
      await runQueued(options, queueRun, { abort, begin: (job) => begin(job, queueRun, abort.signal, begun) });
    } catch (error) {
      setTimeout(onFree, retryAfterMs(queueRun.attempt) + clockMs).unref();
      throw error;
    } finally {
      runs.letGo(queueRun);
      turns.ended(queueRun);
      kinds.delete(queueRun);
    }
  };
  const take = consumeJobs({
    pool,
    run,
    onError: (error) => system.log.warn({ err: error }, 'a statement of the job queue failed'),
  });

  return {
    underWay: runs.underWay,
    workers: runs.workers,
    empty: runs.empty,
    fill: async () => {
      while (!runs.isClosed() && !runsAlone && runs.underWay.size < slots) {
        const taken = await turns.next((busy) => take([...busy, ...fullKinds()]));
        if (taken === null) return;
        runs.add(taken.done);
      }
    },
  };
}

const returnToQueue = (system: Context, queueRun: QueueRun) =>
  transact(system, (ctx) => releaseRun(ctx.sql, queueRun)).catch((error: unknown) =>
    system.log.warn({ err: error, jobId: queueRun.jobId }, 'a job could not be returned to the queue'),
  );

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
