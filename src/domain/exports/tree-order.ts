import type { PageRow } from '../../db/content/pages.ts';

/** The pages below each page and, at null, at the top, in their order. */
export function byParent(rows: readonly PageRow[]): ReadonlyMap<string | null, readonly PageRow[]> {
  const below = new Map<string | null, PageRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parentId);
    if (siblings) siblings.push(row);
    else below.set(row.parentId, [row]);
  }
  return below;
}

/** Pages in the order of the tree, parents before children. */
export function inTreeOrder(rows: readonly PageRow[]): PageRow[] {
  const below = byParent(rows);
  const ordered: PageRow[] = [];
  const walk = (parentId: string | null) => {
    for (const row of below.get(parentId) ?? []) {
      ordered.push(row);
      walk(row.id);
    }
  };
  walk(null);
  return ordered;
}
