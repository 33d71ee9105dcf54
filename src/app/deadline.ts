import { failure } from '../lib/errors.ts';

/** The work's result, or timeout (504) when it takes longer. The work itself is not interrupted: the database's own timeouts end it. */
export async function withDeadline<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(failure('timeout', `The operation took longer than ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
