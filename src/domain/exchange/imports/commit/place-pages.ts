import { generateNKeysBetween } from 'fractional-indexing';
import { longestIncreasing } from '../../../../lib/longest-increasing.ts';

/** A page of an import below a parent. */
export interface PlacedPage {
  readonly id: string;
  /** Order in the source. */
  readonly order: number;
  /** Its order in the source and its position when it was below the parent before; null for a page that is new there. */
  readonly former: { readonly place: number; readonly position: string } | null;
}

/**
 * The positions of the pages of an import below one parent. Pages whose order in the source has not changed keep theirs, also
 * where they were moved in the space. Others come after the page before them in the source, or else at the end.
 */
export function placePages(
  pages: readonly PlacedPage[],
  present: readonly { readonly id: string; readonly position: string }[],
): [id: string, position: string][] {
  const sorted = pages.toSorted((one, other) => one.order - other.order);
  const former = sorted.filter((page) => page.former !== null);
  const inOrder = longestIncreasing(former, (one, other) => (one.former?.place ?? 0) < (other.former?.place ?? 0));
  const still = new Set(former.filter((_page, index) => inOrder.has(index)).map(({ id }) => id));
  const moved = new Set(pages.map(({ id }) => id).filter((id) => !still.has(id)));
  const positions = present
    .filter(({ id }) => !moved.has(id))
    .map(({ position }) => position)
    .toSorted();
  const placed: [string, string][] = [];
  let last: string | null = null;
  let open: string[] = [];
  const close = (until: string | null) => {
    const start = last ?? positions.findLast((position) => until === null || position < until) ?? null;
    const end = positions.find((position) => start === null || position > start) ?? null;
    for (const [index, position] of generateNKeysBetween(start, end, open.length).entries())
      placed.push([open[index] ?? '', position]);
    open = [];
  };
  for (const { id, former: own } of sorted) {
    if (!still.has(id) || own === null) {
      open.push(id);
      continue;
    }
    close(own.position);
    placed.push([id, own.position]);
    last = own.position;
  }
  close(null);
  return placed;
}
