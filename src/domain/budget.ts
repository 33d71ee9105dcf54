import { failure, type DomainError } from '../lib/errors.ts';
import type { Context } from './context.ts';

/** Things that one operation may read in lists without pages, all of them together. Quality C3. */
const maxListed = 50_000;

interface Spent {
  items: number;
  /** One for all: where there is one too many, a hundred thousand others may follow. */
  refusal: DomainError | null;
}

const spentBy = new WeakMap<Context, Spent>();

/**
 * Counts the items of a list that has no pages, before something is made of each. Such lists nest, and nobody knows
 * their length from the query. Throws query_too_complex when an operation reads too many.
 */
export function spend<Items extends { readonly length: number }>(ctx: Context, items: Items): Items {
  const spent = spentBy.get(ctx) ?? { items: 0, refusal: null };
  if (spent.items === 0) spentBy.set(ctx, spent);
  spent.items += items.length;
  if (spent.items <= maxListed) return items;
  throw (spent.refusal ??= failure('query_too_complex', `An answer holds ${maxListed} pages, links and files at most`));
}
