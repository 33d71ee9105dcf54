import { setTimeout as sleep } from 'node:timers/promises';
import { classifyDatabaseError } from '../../../db/errors.ts';
import { isPassing } from '../../../lib/errors.ts';
import type { Context } from '../context.ts';

/** How long a stream outlasts failures that follow each other, in milliseconds. A restart of a database takes less. */
const outlastedMs = 60_000;

/** Mean of the pause after a failure, in milliseconds. Streams that failed together do not try again together. */
const pauseOnceMs = 1_000;

/**
 * Reads a part of a stream, with a context of its own: new loaders, and the token checked again. Streams take turns, so that
 * many that wake at once leave connections to requests. A read that fails because the database is overloaded or does not
 * answer is repeated, for a minute at most, and so is one whose result `isLacking` for such a reason; then it throws, or
 * returns that result. Throws unauthenticated when the token has ended.
 */
export async function inStreamTurn<Result>(
  outer: Context,
  read: (ctx: Context) => Promise<Result>,
  isLacking: (result: Result) => boolean = () => false,
): Promise<Result> {
  const { signal } = outer;
  const until = performance.now() + outlastedMs;
  for (;;) {
    const pauseMs = pauseOnceMs * (0.5 + Math.random());
    const isLast = performance.now() + pauseMs > until;
    try {
      const result = await inTurn(outer, read);
      if (isLast || !isLacking(result)) return result;
    } catch (error) {
      if (isLast || signal.aborted || !passes(error)) throw error;
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

/** Reads a part of a stream as `inStreamTurn` does, but once; null when that fails, whatever the reason. */
export const onceInStreamTurn = <Result>(
  outer: Context,
  read: (ctx: Context) => Promise<Result | null>,
): Promise<Result | null> => inTurn(outer, read).catch(() => null);

function inTurn<Result>({ actor, renew, signal, watches }: Context, read: (ctx: Context) => Promise<Result>) {
  if (!renew) throw new Error('Only the context of a stream can be renewed');
  return watches.takeTurn({ owner: actor.userId, signal }, async () => read(await renew()));
}

function passes(error: unknown): boolean {
  const known = classifyDatabaseError(error);
  return known !== null && known !== 'retry' && isPassing(known);
}
