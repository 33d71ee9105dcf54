import type { Pool } from 'pg';
import { consumeJobs, retryAfterMs, type Delivery } from '../domain/core/jobs/deliveries.ts';
import type { Context } from '../domain/core/context.ts';
import { readOwner } from '../domain/core/jobs/fields.ts';
import type { Job } from '../domain/core/jobs/jobs.ts';
import { releaseRun } from '../domain/core/jobs/queries/runs.ts';
import { transact } from '../domain/core/transact.ts';
import { createFairTurns } from './fair-turns.ts';
import { runDelivery, type RunOptions } from './run.ts';
import { abandonMs, createUnderWay } from './under-way.ts';

export interface SlotsOptions extends RunOptions {
  readonly pool: Pool;
  /** Number of jobs that this process runs concurrently. */
  readonly slots: number;
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
  const { system, pool, slots } = options;
  const underWay = createUnderWay(() => {
    if (underWay.runs.size === 0) runsAlone = false;
    onFree();
  });
  const runs = new Map<Delivery, AbortController>();
  const turns = createFairTurns(slots);
  let isClosed = false;
  let runsAlone = false;

  /** Starts a job. One that has lost its process before runs alone, so that it cannot interrupt other jobs again. */
  const begin = async (job: Job, delivery: Delivery, signal: AbortSignal, begun: () => void) => {
    const others = Promise.all(underWay.runs);
    turns.began(delivery, readOwner(job));
    runsAlone = job.losses > 0;
    begun();
    if (runsAlone) await Promise.race([others, aborted(signal)]);
    signal.throwIfAborted();
  };
  const run = async (delivery: Delivery, begun: () => void) => {
    const abort = new AbortController();
    runs.set(delivery, abort);
    try {
      await runDelivery(options, delivery, { abort, begin: (job) => begin(job, delivery, abort.signal, begun) });
    } catch (error) {
      setTimeout(onFree, retryAfterMs(delivery.attempt) + clockMs).unref();
      throw error;
    } finally {
      runs.delete(delivery);
      turns.ended(delivery);
    }
  };
  const take = consumeJobs({
    pool,
    run,
    onError: (error) => system.log.warn({ err: error }, 'a statement of the job queue failed'),
  });

  return {
    underWay: underWay.runs,
    workers: () => [...runs.keys()].map(({ worker }) => worker),
    fill: async () => {
      while (!isClosed && !runsAlone && underWay.runs.size < slots) {
        // oxlint-disable-next-line no-await-in-loop
        const taken = await turns.next(take);
        if (taken === null) return;
        underWay.add(taken.done);
      }
    },
    empty: async (graceMs) => {
      isClosed = true;
      await underWay.within(graceMs);
      const stopped = [...runs.keys()];
      for (const abort of runs.values()) abort.abort(new Error('The process shuts down'));
      await underWay.within(abandonMs);
      // A function that ignores its signal loses its job: it can no longer write, and other processes need not wait for
      // its lease.
      await Promise.all(stopped.map((delivery) => returnToQueue(system, delivery)));
    },
  };
}

const returnToQueue = (system: Context, delivery: Delivery) =>
  transact(system, (ctx) => releaseRun(ctx.sql, delivery)).catch((error: unknown) =>
    system.log.warn({ err: error, jobId: delivery.jobId }, 'a job could not be returned to the queue'),
  );

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
