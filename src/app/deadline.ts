import { failure } from '../lib/errors.ts';

/** The work's result, or timeout (504) when it takes longer. The work itself is not interrupted: the database's own timeouts end it. */
export function withDeadline<Result>(timeoutMs: number, work: Result | Promise<Result>): Result | Promise<Result> {
  if (!(work instanceof Promise)) return work;
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(failure('timeout', `The operation took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
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
