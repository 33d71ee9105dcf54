import { LRUCache } from 'lru-cache';
import { createWorkerPool, type WorkerPool } from './pool.ts';

/** Worker pools that process texts of callers, and a cache of their results. */
export interface Workers {
  /** Pool for short tasks with little memory, for which requests wait. */
  readonly texts: WorkerPool;
  /** Pool for imports and prints, which take long and need much memory. */
  readonly bulk: WorkerPool;
  /** Cached results of `texts` as JSON, by task and digest of the input. */
  readonly results: LRUCache<string, string>;
  /** Time limit of a task of `texts`, in milliseconds. */
  readonly textTimeoutMs: number;
  close(): void;
}

export interface WorkersConfig {
  readonly WORKER_PROCESSES: number;
  readonly WORKER_HEAP_MIB: number;
  readonly BULK_WORKER_PROCESSES: number;
  readonly BULK_WORKER_HEAP_MIB: number;
  readonly WORKER_TIMEOUT_MS: number;
  readonly WORKER_CACHE_BYTES: number;
}

const maxWaitingTexts = 400;
const maxWaitingBulk = 16;

/** Idle time of each pool, in milliseconds, after which a process ends to free its memory. */
export type IdleTimes = Readonly<Record<'texts' | 'bulk', number>>;

/** Imports leave much memory allocated. */
const idleMs: IdleTimes = { texts: 60_000, bulk: 5_000 };

/** Creates the pools for a module of tasks. The first task starts the first process. */
export function createWorkers(config: WorkersConfig, module: URL, idle: IdleTimes = idleMs): Workers {
  const texts = createWorkerPool({
    module,
    processes: config.WORKER_PROCESSES,
    heapMebibytes: config.WORKER_HEAP_MIB,
    maxWaiting: maxWaitingTexts,
    idleMs: idle.texts,
  });
  const bulk = createWorkerPool({
    module,
    processes: config.BULK_WORKER_PROCESSES,
    heapMebibytes: config.BULK_WORKER_HEAP_MIB,
    maxWaiting: maxWaitingBulk,
    idleMs: idle.bulk,
  });
  return {
    texts,
    bulk,
    // A JSON string takes one or two bytes per character, so two is the upper bound.
    results: new LRUCache({
      maxSize: config.WORKER_CACHE_BYTES,
      sizeCalculation: (json, key) => 2 * json.length + key.length + 100,
    }),
    textTimeoutMs: config.WORKER_TIMEOUT_MS,
    close: () => {
      texts.close();
      bulk.close();
    },
  };
}
