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

/** A loader of one value per key. Keys that differ only in their parent share one call. */
export function byParent<Key extends ParentKey, Value>(
  readMany: (parentIds: readonly string[], key: Key) => Promise<ReadonlyMap<string, Value>>,
  none: () => Value,
): DataLoader<Key, Value, string> {
  return new DataLoader<Key, Value, string>(
    async (keys) => {
      const groups = grouped(keys, batchKeyOf);
      const answers = await Promise.all(
        [...groups].map(async ([batchKey, [key, ...more]]) => {
          if (!key) throw new Error('A group of keys is empty');
          const parentIds = [key, ...more].map(({ parentId }) => parentId);
          return [batchKey, await readMany(parentIds, key)] as const;
        }),
      );
      const found = new Map(answers);
      return keys.map((key) => found.get(batchKeyOf(key))?.get(key.parentId) ?? none());
    },
    { maxBatchSize, cacheKeyFn: (key) => `${key.parentId} ${batchKeyOf(key)}` },
  );
}

/** What keys of one batch have in common besides their parent. Memoized, since each key is compared three times. */
function batchKeyOf(key: ParentKey): string {
  const known = batchKeys.get(key);
  if (known !== undefined) return known;
  const batchKey = JSON.stringify({ ...key, parentId: undefined });
  batchKeys.set(key, batchKey);
  return batchKey;
}

const batchKeys = new WeakMap<ParentKey, string>();

/** Groups rows by a key. */
export function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const list = found.get(key);
    if (list) list.push(row);
    else found.set(key, [row]);
  }
  return found;
}
