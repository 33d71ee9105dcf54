import { failure } from '../../lib/errors.ts';
import { limitComputing } from './computing-limit.ts';
import { createTurns, type TakeTurn } from '../../lib/turns.ts';
import { createSharedRuns } from './shared-runs.ts';
import type { TaskAnswer } from './task.ts';
import { ProcessEnded, WorkerProcess, type ProcessOptions } from './worker-process.ts';

export interface PoolOptions extends ProcessOptions {
  readonly processes: number;
  /** Maximum number of waiting tasks of all callers. */
  readonly maxWaiting: number;
  /** Idle time after which a process ends to free its memory, in milliseconds. */
  readonly idleMs: number;
}

export interface TaskOptions {
  /** Limit of the computing time of the task, in milliseconds. See `limitComputing`. */
  readonly timeoutMs: number;
  /** Owner of the task. Tasks of different owners take turns. */
  readonly owner: string;
  /** Aborts the task and ends its process. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Tasks with the same key have the same result. They run once for all who ask until it is there, and the computing time is
   * that of the one who asked first.
   */
  readonly key?: string;
  /** Called when the task no longer waits for its turn. */
  readonly onBegin?: () => void;
  /** Called when the task has ended, with its computing time in milliseconds. */
  readonly onEnd?: (computedMs: number) => void;
}

/** A pool of processes for work that would block the event loop or could exhaust memory. */
export interface WorkerPool {
  /**
   * Runs a task of the module in a process. Throws the DomainError of the task; TaskEnded when the task exceeds its
   * time or memory limit or crashes; overloaded when too many tasks wait or no process can be started in time; the
   * reason of the signal when aborted.
   */
  run<Result>(name: string, input: readonly unknown[], options: TaskOptions): Promise<Result>;
  close(): void;
}

/** Thrown when a task was ended before it had a result. */
export class TaskEnded extends Error {
  readonly reason: 'timeout' | 'memory' | 'crashed';

  constructor(name: string, reason: TaskEnded['reason'], cause?: unknown) {
    super(`The task ${name} ended: ${reason}`, { cause });
    this.name = 'TaskEnded';
    this.reason = reason;
  }
}

/** Limit of the computing time that a process takes to start, in milliseconds. From sources it takes seconds. */
const startMs = 30_000;

/** Resident memory, in bytes, above which an idle process is ended, because it would keep most of it. */
const maxIdleBytes = 256 * 1_048_576;

const tooMany = () =>
  failure('overloaded', 'Too many texts are waiting to be processed. Try again.', { retryAfterSeconds: 2 });

/** Creates a pool. The first task starts the first process. */
export function createWorkerPool({ processes, maxWaiting, idleMs, ...options }: PoolOptions): WorkerPool {
  const takeTurn = createTurns({ atOnce: processes, maxWaiting, refuse: tooMany });
  const runInTurn = createTaskTurns(takeTurn);
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  const all = new Set<WorkerProcess>();
  const end = (worker: WorkerProcess) => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    all.delete(worker);
    worker.end();
  };
  /** Takes the process that became idle last, so that others may time out; starts a new one when none is idle. */
  const acquire = () => {
    for (const worker of [...idle.keys()].toReversed()) {
      clearTimeout(idle.get(worker));
      idle.delete(worker);
      if (!worker.isGone) return worker;
      all.delete(worker);
    }
    const worker = new WorkerProcess(options);
    all.add(worker);
    return worker;
  };
  const release = (worker: WorkerProcess) => {
    if (worker.isGone || worker.residentBytes > maxIdleBytes) end(worker);
    else idle.set(worker, setTimeout(end, idleMs, worker).unref());
  };
  const answerOf = async (name: string, input: readonly unknown[], task: TaskOptions) => {
    const worker = acquire();
    const limit = limitOf(worker, task);
    try {
      const answer = await worker.run(name, input, limit.start);
      task.onEnd?.(answer.computedMs);
      return answer;
    } catch (error) {
      task.signal?.throwIfAborted();
      const exceeded = limit.exceeded();
      if (exceeded === 'start')
        throw failure('overloaded', 'No worker process could be started in time', {
          retryAfterSeconds: 5,
          cause: error,
        });
      task.onEnd?.(limit.elapsedMs());
      throw new TaskEnded(name, exceeded ?? readReason(error), error);
    } finally {
      limit.lift();
      release(worker);
    }
  };
  return {
    run: async (name, input, task) => resultOf(await runInTurn(task, (given) => answerOf(name, input, given))),
    close: () => {
      for (const worker of all) end(worker);
    },
  };
}

/** Runs tasks in turn, and those with the same key once. */
function createTaskTurns(takeTurn: TakeTurn) {
  const shareRun = createSharedRuns(takeTurn);
  return (task: TaskOptions, run: (task: TaskOptions) => Promise<TaskAnswer>): Promise<TaskAnswer> => {
    const { key, onBegin = () => undefined } = task;
    if (key !== undefined) return shareRun(task, { key, onBegin, run: (signal) => run({ ...task, signal }) });
    return takeTurn(task, () => {
      onBegin();
      return run(task);
    });
  };
}

/** Ends the process when it takes too long to start or the task exceeds its limit, and when the task is aborted. */
function limitOf(worker: WorkerProcess, { timeoutMs, signal }: TaskOptions) {
  let exceeded: 'start' | 'timeout' | null = null;
  let startedMs = performance.now();
  const endFor = (limit: 'start' | 'timeout') => () => {
    exceeded = limit;
    worker.end();
  };
  const abort = () => worker.end();
  let lift = limitComputing(worker.pid, startMs, endFor('start'));
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  return {
    /** The limit that was exceeded; null when none was. */
    exceeded: () => exceeded,
    elapsedMs: () => performance.now() - startedMs,
    start: () => {
      lift();
      startedMs = performance.now();
      lift = limitComputing(worker.pid, timeoutMs, endFor('timeout'));
    },
    lift: () => {
      lift();
      signal?.removeEventListener('abort', abort);
    },
  };
}

function resultOf<Result>(answer: TaskAnswer): Result {
  if (answer.kind === 'done') return answer.result as Result;
  const { type, message, details } = answer.error;
  if (type === 'internal') throw new Error(message);
  throw failure(type, message, details === undefined ? {} : { details });
}

const readReason = (error: unknown) => (error instanceof ProcessEnded && error.isOutOfMemory ? 'memory' : 'crashed');
