import DataLoader from 'dataloader';
import type { Position } from '../db/keyset.ts';

interface ParentKey {
  readonly parentId: string;
}

/** A page of one of many like lists: its parent, and what else selects it. */
export interface PageKey<Filter> extends ParentKey {
  readonly filter: Filter;
  readonly after: Position | null;
  /** Rows wanted; one more is read, to know whether more follow. */
  readonly first: number;
}

/** Lists in one statement; more are split. */
const maxBatchSize = 1_000;

/** A loader of one value per key: keys that differ in their parent alone share one call. */
export function byParent<Key extends ParentKey, Value>(
  readMany: (parentIds: readonly string[], key: Key) => Promise<ReadonlyMap<string, Value>>,
  none: () => Value,
): DataLoader<Key, Value, string> {
  return new DataLoader<Key, Value, string>(
    async (keys) => {
      const groups = grouped(keys, restOf);
      const answers = await Promise.all(
        [...groups].map(async ([rest, [key, ...more]]) => {
          if (!key) throw new Error('A group of keys is empty');
          const parentIds = [key, ...more].map(({ parentId }) => parentId);
          return [rest, await readMany(parentIds, key)] as const;
        }),
      );
      const found = new Map(answers);
      return keys.map((key) => found.get(restOf(key))?.get(key.parentId) ?? none());
    },
    { maxBatchSize, cacheKeyFn: (key) => `${key.parentId} ${restOf(key)}` },
  );
}

/** What keys must have in common besides their parent; asked three times for each. */
function restOf(key: ParentKey): string {
  const known = rests.get(key);
  if (known !== undefined) return known;
  const rest = JSON.stringify({ ...key, parentId: undefined });
  rests.set(key, rest);
  return rest;
}

const rests = new WeakMap<ParentKey, string>();

/** Rows by a column. */
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
