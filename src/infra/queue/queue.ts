import { EventEmitter } from 'node:events';
import { Logger, runMigrations, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { ClientBase, Pool, QueryConfig, QueryResult } from 'pg';

/** A run of a job that this process has taken from the queue. */
export interface QueueRun {
  readonly jobId: string;
  /** Id of the run, stored as `locked_by` while this process holds the job; never reused. */
  readonly worker: string;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
}

export interface QueueOptions {
  readonly pool: Pool;
  /** Name of the task with which the jobs were added. */
  readonly task: string;
  /**
   * Runs a job, and calls `begun` when the next one may be taken. Resolving removes the job from the queue; rejecting
   * tries it again after `retryAfterMs(attempt)`.
   */
  readonly run: (queueRun: QueueRun, begun: () => void) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/**
 * Takes the oldest due job that is not excluded by another and has none of the flags; null when there is none. Resolves
 * when that job has begun.
 */
export type TakeJob = (forbiddenFlags: readonly string[]) => Promise<{ readonly done: Promise<void> } | null>;

/** Delay before a retry, in milliseconds: Graphile Worker's e^attempts seconds. */
export const retryAfterMs = (attempt: number) => Math.ceil(1_000 * Math.exp(attempt));

/**
 * Creates a consumer that takes one job per call. It does not listen for notifications and has no timers, because the
 * embedded database has only one connection. Must not be called again before the previous call has settled.
 */
export function createQueue({ pool, task, run, onError }: QueueOptions): TakeJob {
  let begun: () => void = () => undefined;
  const events = new EventEmitter() as WorkerEvents;
  // Without a release, the worker continues until the queue is empty.
  events.on('job:start', ({ worker }) => void worker.release());
  const taskList: TaskList = {
    [task]: async (payload, { job: { locked_by: worker, attempts: attempt } }) => {
      const { id: jobId } = payload as { id: string };
      await run({ jobId, worker: worker ?? '', attempt }, begun);
    },
  };
  const pgPool = poolOver({
    query: (query) =>
      pool.query(query).catch((error: unknown) => {
        // The library stops the worker and prints a stack trace to stderr. The job stays locked until its lease
        // expires.
        onError(error);
        return { rows: [] };
      }),
  });
  let flags: readonly string[] = [];
  const forbiddenFlags = () => [...flags];
  const options = { pgPool, taskList, events, concurrency: 1, noHandleSignals: true, logger: silent, forbiddenFlags };
  const takeOne = () => runOnce(options).catch(onError);
  return (withoutFlags) =>
    new Promise((resolve) => {
      flags = withoutFlags;
      const done = takeOne();
      begun = () => resolve({ done });
      const nothingTaken = () => resolve(null);
      done.then(nothingTaken, nothingTaken);
    });
}

/** Creates or migrates the tables of the queue, on one connection. */
export async function installQueue(client: ClientBase): Promise<void> {
  await runMigrations({ pgPool: poolOver(client), logger: silent, noHandleSignals: true });
}

/** The runner logs errors of jobs; `onError` reports those of statements. */
const silent = new Logger(() => () => undefined);

interface QueryTarget {
  query(query: QueryConfig): Promise<Pick<QueryResult, 'rows'>>;
}

/** Implements the part of `Pool` that the library uses, on anything that runs statements. */
function poolOver(target: QueryTarget | ClientBase): Pool {
  const client = {
    query: (query: string | QueryConfig, values?: unknown[]) =>
      (target as QueryTarget).query(typeof query === 'string' ? { text: query, ...(values ? { values } : {}) } : query),
    release: () => undefined,
  };
  return Object.assign(new EventEmitter(), { connect: async () => client }) as unknown as Pool;
}
