import type { TreePageFragment } from '../../__generated__/contents.ts';

export type Item = TreePageFragment;

/** Where a page stands: below which one, and which index it has there. */
export interface Spot {
  readonly parentId: string | null;
  readonly at: number;
}

export type Side = 'before' | 'into' | 'after';

export const below = (pages: readonly Item[], parentId: string | null): readonly Item[] =>
  pages.filter((page) => page.parentId === parentId);

export const spotOf = (pages: readonly Item[], { pageId, parentId }: Item): Spot => ({
  parentId,
  at: below(pages, parentId).findIndex((page) => page.pageId === pageId),
});

const find = (pages: readonly Item[], id: string | null) => pages.find(({ pageId }) => pageId === id);

/** How many pages stand below one, at all depths. */
export const countBelow = (pages: readonly Item[], parentId: string): number =>
  below(pages, parentId).reduce((sum, { pageId }) => sum + 1 + countBelow(pages, pageId), 0);

/** Whether a page may stand below another one: groups stand at the top, links have nothing below them, nothing is below itself. */
function mayStandBelow(pages: readonly Item[], item: Item, parentId: string | null): boolean {
  if (parentId === null) return true;
  if (item.type === 'GROUP' || find(pages, parentId)?.type === 'LINK') return false;
  for (let one = find(pages, parentId); one; one = find(pages, one.parentId))
    if (one.pageId === item.pageId) return false;
  return true;
}

/** Where a page comes when it is dropped on another one; null where it may not, or stands already. */
export function spotAt(pages: readonly Item[], item: Item, target: Item, side: Side): Spot | null {
  if (target.pageId === item.pageId) return null;
  const parentId = side === 'into' ? target.pageId : target.parentId;
  if (!mayStandBelow(pages, item, parentId)) return null;
  const others = below(pages, parentId).filter(({ pageId }) => pageId !== item.pageId);
  const index = others.findIndex(({ pageId }) => pageId === target.pageId);
  const at = side === 'into' ? others.length : index + (side === 'after' ? 1 : 0);
  const now = spotOf(pages, item);
  return now.parentId === parentId && now.at === at ? null : { parentId, at };
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** Where a page comes by one step: past a sibling, below the one before it, or out, behind the one above it. */
export function spotBy(pages: readonly Item[], item: Item, step: Step): Spot | null {
  const siblings = below(pages, item.parentId);
  const { at } = spotOf(pages, item);
  const [earlier, later, above] = [siblings[at - 1], siblings[at + 1], find(pages, item.parentId)];
  if (step === 'up') return earlier ? spotAt(pages, item, earlier, 'before') : null;
  if (step === 'down') return later ? spotAt(pages, item, later, 'after') : null;
  if (step === 'in') return earlier ? spotAt(pages, item, earlier, 'into') : null;
  return above ? spotAt(pages, item, above, 'after') : null;
}
