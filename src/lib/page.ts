export interface PageRequest {
  /** Cursor of the last item already seen; null for the first page. */
  readonly after: string | null;
  /** Items wanted, 0 to 1000. */
  readonly first: number;
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

/** A page of a list that is held whole, such as a small list inside another answer. */
export const wholePage = <Item extends { id: string }>(items: readonly Item[]): Page<Item> => ({
  items,
  hasNext: false,
  count: () => Promise.resolve(items.length),
  cursorOf: (item) => item.id,
});
