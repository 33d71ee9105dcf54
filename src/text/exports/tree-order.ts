import { addToList } from '../../lib/add-to-list.ts';

/** A page in the tree that is exported. `PageAttributes` describes `attributes`. */
export interface ExportedPage {
  readonly id: string;
  readonly parentId: string | null;
  readonly type: string;
  readonly title: string;
  readonly slug: string | null;
  readonly attributes: unknown;
}

/** Groups pages by parent, in order; the key null holds the top. */
export function byParent<Page extends ExportedPage>(
  rows: readonly Page[],
): ReadonlyMap<string | null, readonly Page[]> {
  const below = new Map<string | null, Page[]>();
  for (const row of rows) addToList(below, row.parentId, row);
  return below;
}

/** Sorts pages in tree order: parents before children. */
export function inTreeOrder<Page extends ExportedPage>(rows: readonly Page[]): Page[] {
  const below = byParent(rows);
  const ordered: Page[] = [];
  const walk = (parentId: string | null) => {
    for (const row of below.get(parentId) ?? []) {
      ordered.push(row);
      walk(row.id);
    }
  };
  walk(null);
  return ordered;
}
