import { setFlagsFromString } from 'node:v8';
import type { Piscina } from 'piscina';
import { failure } from '../../lib/errors.ts';
import { createTurns } from './turns.ts';
import type { TaskAnswer } from './task.ts';

export interface PoolOptions {
  /** Exports `runTask` of task.ts. */
  readonly module: URL;
  readonly threads: number;
  /** Heap of each thread, in MiB. */
  readonly heapMebibytes: number;
  /** Most tasks that wait, of all callers together. */
  readonly maxWaiting: number;
  /** Milliseconds without work after which a thread ends and frees its memory. */
  readonly idleMs: number;
}

export interface TaskOptions {
  /** Time limit of the task, in milliseconds, without waiting for a thread. */
  readonly timeoutMs: number;
  /** Tasks of different owners take turns. */
  readonly owner: string;
  /** Ends the task, and the thread with it. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a thread begins the task. */
  readonly onStart?: () => void;
}

/** A pool of threads for work that would block the event loop. */
export interface WorkerPool {
  /**
   * Runs a task of the module in a thread. Throws the DomainError of the task; TaskEnded for a task that took too long,
   * took too much memory or crashed; overloaded when too many tasks wait; and the reason of the signal when aborted.
   */
  run<Result>(name: string, input: readonly unknown[], options: TaskOptions): Promise<Result>;
  close(): Promise<void>;
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
 * Longest time to start a thread, in milliseconds. On a busy machine it takes seconds to load the modules from sources.
 */
const startMs = 30_000;

/**
 * Young generation of a thread, in MiB. Node lets a thread that has reached its heap limit allocate another 16 MiB until it
 * has ended. A young generation that needs more than that when it is promoted ends the whole process.
 */
const youngMebibytes = 24;

/** Creates a pool; its first task starts the first thread. */
export function createWorkerPool({ module, threads, heapMebibytes, maxWaiting, idleMs }: PoolOptions): WorkerPool {
  const takeTurn = createTurns({ atOnce: threads, maxWaiting });
  const timers = new Map<number, { start(): void }>();
  let starting: Promise<Piscina> | null = null;
  let nextId = 0;
  const open = async () => {
    const { Piscina: Pool } = await import('piscina');
    // The flag of `npm start` is for the main thread, which has read it; in other threads it overrides their own limit.
    setFlagsFromString('--max-semi-space-size=0');
    const pool = new Pool({
      filename: new URL('worker.mjs', import.meta.url).href,
      name: 'run',
      workerData: { module: module.href },
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes, maxYoungGenerationSizeMb: youngMebibytes },
    });
    pool.on('message', ({ started }: { started: number }) => timers.get(started)?.start());
    // A thread that ends between two tasks is replaced by the next one.
    pool.on('error', () => undefined);
    return pool;
  };
  /** A failed start is not cached, so the next task tries again. */
  const opened = () =>
    (starting ??= open().catch((error: unknown) => {
      starting = null;
      throw error;
    }));
  const answerOf = async (name: string, input: readonly unknown[], options: TaskOptions) => {
    const pool = await opened();
    const id = (nextId += 1);
    const limit = limitOf(options);
    timers.set(id, limit);
    try {
      return (await pool.run({ id, name, input }, { signal: limit.signal })) as TaskAnswer;
    } catch (error) {
      options.signal?.throwIfAborted();
      throw new TaskEnded(name, limit.signal.aborted ? 'timeout' : reasonOf(error), error);
    } finally {
      limit.end();
      timers.delete(id);
    }
  };
  return {
    run: async (name, input, options) => resultOf(await takeTurn(options, () => answerOf(name, input, options))),
    close: async () => (await starting)?.destroy(),
  };
}

/** A signal that aborts the task at its time limit, or when its thread takes too long to start. */
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

const reasonOf = (error: unknown) =>
  (error as { code?: string } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crashed';
