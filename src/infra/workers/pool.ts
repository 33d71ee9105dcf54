import { failure } from '../../lib/errors.ts';
import { createTurns } from './turns.ts';
import type { TaskAnswer } from './task.ts';
import { ProcessEnded, WorkerProcess, type ProcessOptions } from './worker-process.ts';

export interface PoolOptions extends ProcessOptions {
  readonly processes: number;
  /** Most tasks that wait, of all callers together. */
  readonly maxWaiting: number;
  /** Milliseconds without work after which a process ends and frees its memory. */
  readonly idleMs: number;
}

export interface TaskOptions {
  /** Time limit of the task, in milliseconds, without waiting for a process. */
  readonly timeoutMs: number;
  /** Tasks of different owners take turns. */
  readonly owner: string;
  /** Ends the task, and the process with it. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a process begins the task. */
  readonly onStart?: () => void;
}

/** A pool of processes for work that would block the event loop, or that may run out of memory. */
export interface WorkerPool {
  /**
   * Runs a task of the module in a process. Throws the DomainError of the task; TaskEnded for a task that took too long,
   * took too much memory or crashed; overloaded when too many tasks wait; and the reason of the signal when aborted.
   */
  run<Result>(name: string, input: readonly unknown[], options: TaskOptions): Promise<Result>;
  close(): void;
}

/** The task was stopped before it had a result. */
export class TaskEnded extends Error {
  readonly reason: 'timeout' | 'memory' | 'crashed';

  constructor(name: string, reason: TaskEnded['reason'], cause?: unknown) {
    super(`The task ${name} ended: ${reason}`, { cause });
    this.name = 'TaskEnded';
    this.reason = reason;
  }
}

/**
 * Longest time to start a process, in milliseconds. On a busy machine it takes seconds to load the modules from sources.
 */
const startMs = 30_000;

/** A process that holds more memory after a task is ended, because it would keep most of it. */
const maxIdleBytes = 256 * 1_048_576;

/** Creates a pool; its first task starts the first process. */
export function createWorkerPool({ processes, maxWaiting, idleMs, ...options }: PoolOptions): WorkerPool {
  const takeTurn = createTurns({ atOnce: processes, maxWaiting });
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  const all = new Set<WorkerProcess>();
  const end = (worker: WorkerProcess) => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    all.delete(worker);
    worker.end();
  };
  /** The process that has been idle for the shortest time, so that the others may end; a new one where none is idle. */
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
    const limit = limitOf(task);
    const kill = () => worker.end();
    limit.signal.addEventListener('abort', kill);
    if (limit.signal.aborted) kill();
    try {
      return await worker.run(name, input, limit.start);
    } catch (error) {
      task.signal?.throwIfAborted();
      throw new TaskEnded(name, limit.signal.aborted ? 'timeout' : reasonOf(error), error);
    } finally {
      limit.end();
      limit.signal.removeEventListener('abort', kill);
      release(worker);
    }
  };
  return {
    run: async (name, input, task) => resultOf(await takeTurn(task, () => answerOf(name, input, task))),
    close: () => {
      for (const worker of all) end(worker);
    },
  };
}

/** A signal that aborts the task at its time limit, or when its process takes too long to start. */
function limitOf({ timeoutMs, signal, onStart }: TaskOptions) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  let timer = setTimeout(abort, startMs);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  return {
    signal: controller.signal,
    start: () => {
      clearTimeout(timer);
      timer = setTimeout(abort, timeoutMs);
      onStart?.();
    },
    end: () => {
      clearTimeout(timer);
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

const reasonOf = (error: unknown) => (error instanceof ProcessEnded && error.isOutOfMemory ? 'memory' : 'crashed');
