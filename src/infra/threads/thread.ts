import { Worker } from 'node:worker_threads';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** What a thread answers to a message. */
export type ThreadAnswer<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ThreadOptions {
  readonly timeoutMs: number;
  /** Ends the work, and the thread with it. */
  readonly signal?: AbortSignal | undefined;
  /** Of the thread, in MiB. */
  readonly maxHeapMebibytes: number;
}

/** A thread had to be ended before it answered. */
export class ThreadEnded extends Error {
  readonly reason: 'timeout' | 'aborted' | 'crashed';

  constructor(reason: ThreadEnded['reason'], cause?: unknown) {
    super(`The thread ${reason === 'timeout' ? 'took too long' : reason}`, { cause });
    this.name = 'ThreadEnded';
    this.reason = reason;
  }
}

/** One thread that waits for the next message, for as long as `idleMs`. */
interface Idle {
  readonly worker: Worker;
  readonly timer: NodeJS.Timeout;
}

const idle = new Map<string, Idle>();
const idleMs = 300_000;

/**
 * Has a module of ours answer one message in a thread of its own, so that what blocks there blocks nobody here. The
 * module listens on its `parentPort`. Throws ThreadEnded for a thread that took too long, was stopped or crashed.
 */
export async function runInThread<Result>(
  module: URL,
  message: unknown,
  options: ThreadOptions,
): Promise<ThreadAnswer<Result>> {
  const worker = takeIdle(module) ?? forgottenWhenOver(module, startThread(module, options));
  worker.ref();
  try {
    const answer = await answerOf<Result>(worker, message, options);
    keepIdle(module, worker);
    return answer;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}

function startThread(module: URL, { maxHeapMebibytes }: ThreadOptions): Worker {
  const options = { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: maxHeapMebibytes } };
  if (!module.pathname.endsWith('.ts')) return new Worker(module, options);
  // From sources a thread needs a loader of its own: Node 20 gives it none of the main thread, and `--import tsx` does
  // nothing there (tsx 4.23). Compiled, it runs as it is.
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'));
  const loader = new URL('dist/esm/api/index.mjs', tsx).href;
  const start = `import(${JSON.stringify(loader)}).then(({ register }) => (register(), import(${JSON.stringify(module.href)})))`;
  return new Worker(start, { ...options, eval: true });
}

function answerOf<Result>(worker: Worker, message: unknown, { timeoutMs, signal }: ThreadOptions) {
  return new Promise<ThreadAnswer<Result>>((resolve, reject) => {
    const timer = setTimeout(() => end(() => reject(new ThreadEnded('timeout'))), timeoutMs);
    const onAbort = () => end(() => reject(new ThreadEnded('aborted', signal?.reason)));
    const onMessage = (answer: ThreadAnswer<Result>) => end(() => resolve(answer));
    const onError = (error: unknown) => end(() => reject(new ThreadEnded('crashed', error)));
    const onExit = () => end(() => reject(new ThreadEnded('crashed')));
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      settle();
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    else worker.postMessage(message);
  });
}

/** A thread that crashes while it waits is not asked again. */
function forgottenWhenOver({ href }: URL, worker: Worker): Worker {
  const forget = () => {
    if (idle.get(href)?.worker === worker) idle.delete(href);
  };
  return worker.on('error', forget).on('exit', forget);
}

function takeIdle({ href }: URL): Worker | null {
  const found = idle.get(href);
  if (!found) return null;
  idle.delete(href);
  clearTimeout(found.timer);
  return found.worker;
}

function keepIdle({ href }: URL, worker: Worker): void {
  worker.unref();
  if (idle.has(href)) return void worker.terminate();
  const drop = () => {
    if (idle.get(href)?.worker === worker) idle.delete(href);
    void worker.terminate();
  };
  const timer = setTimeout(drop, idleMs).unref();
  idle.set(href, { worker, timer });
}
