export interface PageRequest {
  /** Cursor of the item next to the page: before its first item, or after its last one when paging backward. */
  readonly after: string | null;
  /** Number of items requested, 0 to 1000. */
  readonly first: number;
  /** Whether the page ends before the cursor, or at the end of the list, instead of starting after it. */
  readonly backward?: boolean;
  /** Whether the count will be requested. It is then read together with the first page. */
  readonly counted?: boolean;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  /** Number of items on all pages that the caller may see. Costs a query, so it is computed only when requested. */
  count(): Promise<number>;
  /** Returns the cursor that continues after this item. */
  cursorOf(item: Item): string;
}

/** A page without items. */
export const emptyPage: Page<never> = {
  items: [],
  hasNext: false,
  hasPrevious: false,
  count: () => Promise.resolve(0),
  cursorOf: () => '',
};

/** Page size when the caller names none. See docs/reference/paging.md. */
export const defaultPageSize = 50;

/** Largest page size. See docs/reference/paging.md. */
export const maxPageSize = 1_000;

/** Maps the items of a page, and keeps their cursors. */
export function mapPage<From, To>(page: Page<From>, change: (item: From) => To): Page<To> {
  const sources = new Map<To, From>();
  const items = page.items.map((item) => {
    const changed = change(item);
    sources.set(changed, item);
    return changed;
  });
  return {
    ...page,
    items,
    cursorOf: (item) => page.cursorOf(sources.get(item) as From),
  };
}
