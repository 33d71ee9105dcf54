import { setImmediate } from 'node:timers/promises';
import { failure, type DomainError } from '../lib/errors.ts';
import type { Context } from './context.ts';

/** Things that one operation may read in lists without pages, all of them together. Quality C3. */
const maxListed = 50_000;

/** Milliseconds of computing that one operation may take for texts. */
const maxWorkMs = 3_000;

interface Spent {
  items: number;
  /** One for all: where there is one too many, a hundred thousand others may follow. */
  refusal: DomainError | null;
  workMs: number;
  /** The turn of the work before. */
  turn: Promise<unknown>;
}

const spentBy = new WeakMap<Context, Spent>();

/**
 * Counts the items of a list that has no pages, before something is made of each. Such lists nest, and nobody knows
 * their length from the query. Throws query_too_complex when an operation reads too many.
 */
export function spend<Items extends { readonly length: number }>(ctx: Context, items: Items): Items {
  const spent = spentOf(ctx);
  spent.items += items.length;
  if (spent.items <= maxListed) return items;
  throw (spent.refusal ??= failure('query_too_complex', `An answer holds ${maxListed} pages, links and files at most`));
}

/**
 * Runs work that blocks, such as parsing a text: one after the other within an operation, and others get their turn in
 * between. Throws query_too_complex when the operation has computed for too long already: `longestMs`.
 */
export async function inTurn<Result>(ctx: Context, work: () => Result, longestMs = maxWorkMs): Promise<Result> {
  const spent = spentOf(ctx);
  const turn = spent.turn.then(() => setImmediate());
  spent.turn = turn;
  await turn;
  if (spent.workMs > longestMs) throw failure('query_too_complex', 'The texts take too long to be read; ask for fewer');
  const start = performance.now();
  try {
    return work();
  } finally {
    spent.workMs += performance.now() - start;
  }
}

function spentOf(ctx: Context): Spent {
  const known = spentBy.get(ctx);
  if (known) return known;
  const spent: Spent = { items: 0, refusal: null, workMs: 0, turn: Promise.resolve() };
  spentBy.set(ctx, spent);
  return spent;
}
