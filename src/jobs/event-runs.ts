import { setMaxListeners } from 'node:events';
import type { Context } from '../domain/core/context.ts';
import type { Delivery } from '../domain/core/jobs/deliveries.ts';
import { releaseWorkers } from '../domain/core/jobs/queries/runs.ts';
import { renewLock } from '../domain/exchange/webhooks/queries/queue.ts';
import { abandonMs, createUnderWay } from './under-way.ts';

export interface EventRunsOptions {
  /** Context for statements without a user. */
  readonly system: Context;
  /** Creates a context for a run. */
  readonly contextFor: (requestId: string, signal: AbortSignal) => Context;
  /** Time without a sign of life after which a process loses its jobs, in milliseconds. */
  readonly leaseMs: number;
}

export type EventRuns = ReturnType<typeof createEventRuns>;

const takenOver = () => new Error('Another process has taken the job over');

/**
 * Creates the runs of jobs that have no row in `jobs`: the lock in the queue is their sign of life. Calls `onFree` when one has
 * ended.
 */
export function createEventRuns({ system, contextFor, leaseMs }: EventRunsOptions, onFree: () => void) {
  const underWay = createUnderWay(onFree);
  const runs = new Map<Delivery, AbortController>();
  let isStopped = false;
  const workers = () => [...runs.keys()].map(({ worker }) => worker);

  return {
    underWay: underWay.runs,
    add: underWay.add,
    workers,
    isStopped: () => isStopped,
    onQueueError: (error: unknown) => system.log.warn({ err: error }, 'a statement of the job queue failed'),
    /** Does the work of a job. Stops it, and rejects, when another process has taken the job over. */
    run: async (delivery: Delivery, work: (ctx: Context) => Promise<void>): Promise<void> => {
      const abort = new AbortController();
      // Each call that is under way listens, so Node would warn of a leak.
      setMaxListeners(0, abort.signal);
      runs.set(delivery, abort);
      const renew = async () => {
        if (!(await renewLock(system.sql, delivery))) abort.abort(takenOver());
      };
      // Ignore a brief outage of the database: the lease is three times as long as the interval.
      const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 3).unref();
      try {
        await work(contextFor(delivery.jobId, abort.signal));
        abort.signal.throwIfAborted();
        // Resolving would remove the job from the queue, even while another process holds it.
        if (!(await renewLock(system.sql, delivery))) throw takenOver();
      } catch (error) {
        if (!abort.signal.aborted)
          system.log.error({ err: error, reason: delivery.task }, 'events could not be delivered');
        throw error;
      } finally {
        clearInterval(timer);
        runs.delete(delivery);
      }
    },
    /** Waits up to `graceMs` milliseconds for the runs, then stops them and returns their jobs to the queue. */
    empty: async (graceMs: number): Promise<void> => {
      isStopped = true;
      if (graceMs > 0) await underWay.within(graceMs);
      const stopped = workers();
      for (const abort of runs.values()) abort.abort(new Error('The process shuts down'));
      await underWay.within(abandonMs);
      if (stopped.length > 0)
        await releaseWorkers(system.sql, stopped).catch((error: unknown) =>
          system.log.warn({ err: error }, 'deliveries could not be returned to the queue'),
        );
    },
  };
}
