/** An item of a bag, and where it stands; -1 when it was removed. */
export interface Entry<Item> {
  readonly item: Item;
  at: number;
}

/**
 * A collection without order, for many short-lived objects. It is used instead of a Set because V8 keeps the deleted
 * items of a busy Set in memory until the next full garbage collection: each table that it replaces refers to the next
 * one, and all of them to their items.
 */
export class Bag<Item> {
  // It never shrinks, because an array that is replaced would keep its items as well.
  readonly #entries: (Entry<Item> | null)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(item: Item): Entry<Item> {
    const entry = { item, at: this.#size };
    this.#entries[this.#size] = entry;
    this.#size += 1;
    return entry;
  }

  /** Removes an entry of this bag. Returns false for one that was removed before. */
  delete(entry: Entry<Item>): boolean {
    if (entry.at === -1) return false;
    this.#size -= 1;
    const last = this.#entries[this.#size] ?? entry;
    this.#entries[entry.at] = last;
    this.#entries[this.#size] = null;
    last.at = entry.at;
    entry.at = -1;
    return true;
  }

  /** The items at this moment. */
  items(): Item[] {
    return this.#entries.slice(0, this.#size).flatMap((entry) => (entry ? [entry.item] : []));
  }
}
