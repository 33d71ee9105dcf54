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
  // The place of the cursor: of its item, or of what has followed that item. Without a cursor an end of the list.
  const place = named >= 0 ? named : Number(after?.[0] ?? (backward ? items.length : 0));
  const start = backward ? Math.max(0, place - first - 1) : place + (named >= 0 ? 1 : 0);
  const cut = items.slice(start, backward ? place : start + first + 1);
  const places = new Map(cut.map((item, index) => [item, start + index]));
  return pageOf<Item>(ctx, list, {
    rows: backward ? cut.toReversed() : cut,
    first,
    after,
    backward,
    count: () => Promise.resolve(items.length),
    positionOf: (item) => [places.get(item) ?? 0, item.id],
  });
}
