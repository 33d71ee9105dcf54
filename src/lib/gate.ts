import { failure } from './errors.ts';

export interface GateLimits {
  readonly atOnce: number;
  /** Who may wait besides. */
  readonly waiting: number;
  /** What there is too much of: `The imports`. */
  readonly what: string;
}

/** Runs work once it is its turn. Throws overloaded when too many wait, and the signal's reason when it is aborted before. */
export type Gate = <Result>(run: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** Lets so much work run at once in this process; the rest waits in the order it came. */
export function createGate({ atOnce, waiting, what }: GateLimits): Gate {
  let running = 0;
  const queue: (() => void)[] = [];
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        queue.splice(queue.indexOf(enter), 1);
        reject(signal?.reason as Error);
      };
      const enter = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.push(enter);
    });
  return async (run, signal) => {
    signal?.throwIfAborted();
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await turn(signal);
    else throw failure('overloaded', `${what} under way are too many`, { retryAfterSeconds: 5 });
    try {
      return await run();
    } finally {
      const next = queue.shift();
      // Whoever waited takes the place over.
      if (next) next();
      else running -= 1;
    }
  };
}
