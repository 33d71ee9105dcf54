import { failure } from '../../lib/errors.ts';

/** Stops work, as an AbortController does. */
interface Stop {
  abort(reason: Error): void;
}

interface DeadlineOptions {
  readonly stop?: Stop | undefined;
  /** Returns how long the work has waited for others so far, in milliseconds. That time is added to its limit. */
  readonly waitedMs: () => number;
  /** Limit with all waits, in milliseconds. */
  readonly longestMs: number;
}

/**
 * Returns the result of the work, or throws timeout (504) when it takes longer than `timeoutMs`. `stop` then ends work
 * that waits or computes. Statements end by the timeouts of the database.
 */
export function withDeadline<Result>(
  timeoutMs: number,
  work: Result | Promise<Result>,
  { stop, waitedMs, longestMs }: DeadlineOptions,
): Result | Promise<Result> {
  if (!(work instanceof Promise)) return work;
  return new Promise<Result>((resolve, reject) => {
    let passedMs = timeoutMs;
    const look = () => {
      const leftMs = Math.ceil(Math.min(timeoutMs + waitedMs(), longestMs) - passedMs);
      if (leftMs > 0) {
        passedMs += leftMs;
        timer = setTimeout(look, leftMs);
        return;
      }
      const late = failure('timeout', `The operation took longer than ${timeoutMs} ms`);
      reject(late);
      stop?.abort(late);
    };
    let timer = setTimeout(look, timeoutMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error as Error);
      },
    );
  });
}
