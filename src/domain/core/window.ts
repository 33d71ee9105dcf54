import { pageOf, positionAfter, type ListIdentity } from '../../db/keyset.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import type { Context } from './context.ts';

/**
 * Cuts one page from a list in memory. It starts beside the item of the cursor, or at its position when the item no
 * longer exists.
 */
export function window<Item extends { readonly id: string }>(
  ctx: Context,
  list: ListIdentity,
  items: readonly Item[],
  page: PageRequest,
): Page<Item> {
  const { first, backward = false } = page;
  const after = positionAfter(ctx, list, page);
  const named = after === null ? -1 : items.findIndex(({ id }) => id === after[1]);
  const at = named >= 0 || after === null ? named : Number(after[0]);
  return pageOf<Item>(ctx, list, {
    rows: backward ? rowsBefore(items, after === null ? items.length : at, first) : rowsFrom(items, at, named, first),
    first,
    after,
    backward,
    count: () => Promise.resolve(items.length),
    positionOf: (item) => [items.indexOf(item), item.id],
  });
}

/** The items after the one at the cursor. When that one is gone, the next has its position. */
const rowsFrom = <Item>(items: readonly Item[], at: number, named: number, first: number) => {
  const start = named >= 0 || at < 0 ? at + 1 : at;
  return items.slice(start, start + first + 1);
};

/** The items before a position, the nearest first. */
const rowsBefore = <Item>(items: readonly Item[], end: number, first: number) =>
  items.slice(Math.max(0, end - first - 1), end).toReversed();
