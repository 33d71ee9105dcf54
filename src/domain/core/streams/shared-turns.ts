import type { Actor } from '../../../access/actor.ts';
import type { Context } from '../context.ts';
import { inStreamTurn } from './turns.ts';

/**
 * Names the right by which a caller reads: the token, with all that is known of it. Callers with one name read the same. Null for callers
 * who read by something else.
 */
export function rightOf({ visitor, adminOf, gitSync, scopes, ...actor }: Actor): string | null {
  if (visitor || adminOf || gitSync) return null;
  const members = Object.entries({ ...actor, scopes: scopes === 'all' ? scopes : [...scopes].toSorted() });
  return JSON.stringify(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const ended = Symbol('the stream that read has ended');

/**
 * Reads a part of a stream as `inStreamTurn` does, once for all streams of one token that ask for the same at the same time. Each gets what
 * was stored after it asked, by a check of the token that was made after that, too. `key` names what is read.
 */
export async function inSharedTurn<Result>(
  outer: Context,
  key: readonly unknown[],
  read: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const right = rightOf(outer.actor);
  if (right === null) return inStreamTurn(outer, read);
  const readForAll = (): Promise<Result | typeof ended> =>
    inStreamTurn(outer, read).catch((error: unknown) => {
      if (outer.signal.aborted) return ended;
      throw error;
    });
  const result = await outer.watches.share(JSON.stringify([right, key]), readForAll);
  return result === ended ? inStreamTurn(outer, read) : result;
}
