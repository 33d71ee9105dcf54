import type { Context } from '../context.ts';
import type { WatchedRow } from './row-watch.ts';

/** A moment at which a stream looks for news. */
export interface Turn {
  /** A context of its own, with new loaders and the token checked again. */
  readonly ctx: Context;
  /** The state of the watched row; null when it is gone. */
  readonly state: string | null;
}

/** How long a stream without news goes on before the access of its caller is checked again, in milliseconds. */
const checkedEveryMs = 30_000;

/**
 * The turns of a stream: when the watched row is known, when it has changed, and at least every half a minute. Who takes one
 * checks whether the caller may still read the stream. They end with the stream, and throw unauthenticated when the token
 * ends.
 */
export async function* turnsOf(outer: Context, watched: WatchedRow): AsyncGenerator<Turn, void, undefined> {
  try {
    for (let known: string | null = null; ;) {
      const state: string | null = await watched.next(known, checkedEveryMs, outer.signal);
      if (outer.signal.aborted) return;
      known = state;
      yield { ctx: await renewed(outer), state };
    }
  } finally {
    watched.close();
  }
}

/** The next context of a stream. Throws unauthenticated when the token has ended. */
export function renewed({ renew }: Context): Promise<Context> {
  if (!renew) throw new Error('Only the context of a stream can be renewed');
  return renew();
}
