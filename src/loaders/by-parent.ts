import { addToList } from '../lib/add-to-list.ts';
import DataLoader from 'dataloader';
import type { Position } from '../db/keyset.ts';

interface ParentKey {
  readonly parentId: string;
}

/** One page of a list below a parent. */
export interface PageKey<Filter> extends ParentKey {
  readonly filter: Filter;
  readonly after: Position | null;
  /** Rows per page. One extra row is read to learn whether another page follows. */
  readonly first: number;
}

/** Parents in one statement; more are split. */
const maxBatchSize = 1_000;

/** A key with what it has in common with the keys that are read together: everything but its parent. */
interface ListedKey<Key> {
  readonly key: Key;
  readonly list: string;
}

/** A loader of one value per key. */
export interface ParentLoader<Key, Value> {
  load(key: Key): Promise<Value>;
  clearAll(): unknown;
}

/** Creates a loader. Keys that differ only in their parent share one call. */
export function byParent<Key extends ParentKey, Value>(
  readMany: (parentIds: readonly string[], key: Key) => Promise<ReadonlyMap<string, Value>>,
  none: () => Value,
): ParentLoader<Key, Value> {
  const loader = new DataLoader<ListedKey<Key>, Value, string>(
    async (asked) => {
      const found = new Map<string, ReadonlyMap<string, Value>>();
      await Promise.all(
        [...grouped(asked, ({ list }) => list)].map(async ([list, group]) => {
          const parentIds = group.map(({ key }) => key.parentId);
          const [first] = group;
          if (first) found.set(list, await readMany(parentIds, first.key));
        }),
      );
      return asked.map(({ key, list }) => found.get(list)?.get(key.parentId) ?? none());
    },
    { maxBatchSize, cacheKeyFn: ({ key, list }) => `${key.parentId} ${list}` },
  );
  return {
    load: (key) => loader.load({ key, list: JSON.stringify({ ...key, parentId: undefined }) }),
    clearAll: () => loader.clearAll(),
  };
}

/** Groups rows by a key. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) addToList(found, keyOf(row), row);
  return found;
}
