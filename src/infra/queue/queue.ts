import { EventEmitter } from 'node:events';
import { Logger, runMigrations, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { ClientBase, Pool, QueryConfig, QueryResult } from 'pg';

/** A job that this process took from the queue. */
export interface Delivery {
  readonly jobId: string;
  /** Written in the queue as `locked_by` while this process holds the job; never used twice. */
  readonly worker: string;
  /** 1 for the first start of the job. */
  readonly attempt: number;
}

export interface QueueOptions {
  readonly pool: Pool;
  /** Name under which the jobs were added. */
  readonly task: string;
  /**
   * Runs a job, and calls `begun` when the next one may be taken. When it resolves, the queue forgets the job. When it
   * rejects, the queue delivers the job again after `retryAfterMs(attempt)`.
   */
  readonly run: (delivery: Delivery, begun: () => void) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Takes the oldest job that is due, not excluded by another and without any of the flags; null when there is none. Resolves
 * when that job has begun.
 */
export type TakeJob = (forbiddenFlags: readonly string[]) => Promise<{ readonly done: Promise<void> } | null>;

/** How long the queue waits after a failed attempt: Graphile Worker's e^attempts seconds. */
export const retryAfterMs = (attempt: number) => Math.ceil(1_000 * Math.exp(attempt));

/**
 * A consumer that takes one job per call. It listens to nothing and has no timers, because the embedded database has
 * one connection for everybody. Not to be called again before the promise of the last call has settled.
 */
export function createQueue({ pool, task, run, onError }: QueueOptions): TakeJob {
  let begun: () => void = () => undefined;
  const events = new EventEmitter() as WorkerEvents;
  // A worker goes on until the queue is empty, unless it is released.
  events.on('job:start', ({ worker }) => void worker.release());
  const taskList: TaskList = {
    [task]: async (payload, { job }) => {
      const { id: jobId } = payload as { id: string };
      await run({ jobId, worker: job.locked_by ?? '', attempt: job.attempts }, begun);
    },
  };
  const pgPool = poolOver({
    query: (query) =>
      pool.query(query).catch((error: unknown) => {
        // The library ends the worker with a stack trace on stderr. A job that stays locked is taken up after its lease.
        onError(error);
        return { rows: [] };
      }),
  });
  const options = { pgPool, taskList, events, concurrency: 1, noHandleSignals: true, logger: silent };
  return (forbiddenFlags) =>
    new Promise((resolve) => {
      const done = runOnce({ ...options, forbiddenFlags: [...forbiddenFlags] }).catch(onError);
      begun = () => resolve({ done });
      void done.then(() => resolve(null));
    });
}

/** Creates the tables of the queue or brings them up to date, on one connection. */
export async function installQueue(client: ClientBase): Promise<void> {
  await runMigrations({ pgPool: poolOver(client), logger: silent, noHandleSignals: true });
}

/** The runner logs errors of jobs; `onError` gets those of statements. */
const silent = new Logger(() => () => undefined);

interface Querying {
  query(query: QueryConfig): Promise<Pick<QueryResult, 'rows'>>;
}

/** The part of a pool that the library uses, over something that runs statements. */
function poolOver(target: Querying | ClientBase): Pool {
  const client = {
    query: (query: string | QueryConfig, values?: unknown[]) =>
      (target as Querying).query(typeof query === 'string' ? { text: query, ...(values ? { values } : {}) } : query),
    release: () => undefined,
  };
  return Object.assign(new EventEmitter(), { connect: async () => client }) as unknown as Pool;
}
