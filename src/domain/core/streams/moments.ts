import type { Context } from '../context.ts';
import type { WatchedRow } from './row-watch.ts';

/** How long a stream without news goes on before the access of its caller is checked again, in milliseconds. */
const checkedEveryMs = 30_000;

/**
 * The moments at which a stream looks for news, as the state of the watched row, null when it is gone: when it is known, when
 * it has changed, and at least every half a minute. They end with the stream. Who takes one checks, by `inStreamTurn`, whether
 * the caller may still read the stream.
 */
export async function* momentsOf(
  { signal }: Context,
  watched: WatchedRow,
): AsyncGenerator<string | null, void, undefined> {
  try {
    for (let known: string | null = null; ;) {
      known = await watched.next(known, checkedEveryMs, signal);
      if (signal.aborted) return;
      yield known;
    }
  } finally {
    watched.close();
  }
}
