import { failure } from '../../lib/errors.ts';

/** Stops work, as an AbortController does. */
interface Stop {
  abort(reason: Error): void;
}

/**
 * Returns the result of the work, or throws timeout (504) when it takes longer than `timeoutMs`. `stop` then ends work
 * that waits or computes. Statements end by the timeouts of the database.
 */
export function withDeadline<Result>(
  timeoutMs: number,
  work: Result | Promise<Result>,
  stop?: Stop,
): Result | Promise<Result> {
  if (!(work instanceof Promise)) return work;
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => {
      const late = failure('timeout', `The operation took longer than ${timeoutMs} ms`);
      reject(late);
      stop?.abort(late);
    }, timeoutMs);
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
