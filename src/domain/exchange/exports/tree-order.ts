import type { PageRow } from '../../../db/content/pages.ts';

/** Groups pages by parent, in order; the key null holds the top. */
export function byParent(rows: readonly PageRow[]): ReadonlyMap<string | null, readonly PageRow[]> {
  const below = new Map<string | null, PageRow[]>();
  for (const row of rows) {
    const siblings = below.get(row.parentId);
    if (siblings) siblings.push(row);
    else below.set(row.parentId, [row]);
  }
  return below;
}

/** Sorts pages in tree order: parents before children. */
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
