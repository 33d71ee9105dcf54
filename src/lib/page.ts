export interface PageRequest {
  /** Cursor of the last item already seen; null for the first page. */
  readonly after: string | null;
  /** Items wanted, 0 to 1000. */
  readonly first: number;
  /** The count will be asked for: it is read along with the first page. */
  readonly counted?: boolean;
}

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly hasNext: boolean;
  /** Items the caller may see on all pages together; costs a query, so only when asked. */
  count(): Promise<number>;
  /** The cursor that continues after this item. */
  cursorOf(item: Item): string;
}

/** A list of nothing. */
export const emptyPage: Page<never> = {
  items: [],
  hasNext: false,
  count: () => Promise.resolve(0),
  cursorOf: () => '',
};

/** Items of a page when the caller does not say. Decisions 8.1. */
export const defaultPageSize = 50;

/** Contract, part 8. */
export const maxPageSize = 1_000;

/** The page with each item changed into what the domain speaks of. */
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
