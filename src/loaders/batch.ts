import DataLoader from 'dataloader';
import type { Fragment, Sql } from '../db/sql.ts';

/** Most keys of one statement. Larger batches are split. */
const maxBatchSize = 1_000;

/** Reads the rows of some keys by one statement; keys without a row are left out. */
type ReadKeys<Row> = (keys: readonly string[]) => Promise<Map<string, Row>>;

/** Returns a function that reads rows by a statement. */
export const readBy =
  <Row>(reader: Sql, query: (keys: readonly string[]) => Fragment, keyOf: (row: Row) => string): ReadKeys<Row> =>
  async (keys) =>
    keys.length === 0 ? new Map() : new Map((await reader.rows<Row>(query(keys))).map((row) => [keyOf(row), row]));

/** A loader whose keys of a tick are read together. */
export const batched = <Row>(read: ReadKeys<Row>): DataLoader<string, Row | null> =>
  new DataLoader<string, Row | null>(
    async (keys) => {
      const found = await read(keys);
      return keys.map((key) => found.get(key) ?? null);
    },
    { maxBatchSize },
  );

/** Creates a loader of at most one row per key. All keys of a tick are read by one statement. */
export const byKey = <Row>(...how: Parameters<typeof readBy<Row>>): DataLoader<string, Row | null> =>
  batched(readBy(...how));

/** Rows that never change, by id, in the memory of the process. */
export interface KeptRows<Row extends object> {
  get(key: string): Row | undefined;
  set(key: string, row: Row): unknown;
}

/**
 * As `byKey`, for rows that never change: those that were read before are not read again. Its users decide by other
 * rows who may see them. Not for transactions, whose rows may never be committed.
 */
export function keptByKey<Row extends object>(
  cache: KeptRows<Row>,
  ...how: Parameters<typeof readBy<Row>>
): DataLoader<string, Row | null> {
  const read = readBy(...how);
  return batched(async (keys) => {
    const cached = new Map(
      keys.flatMap((key) => {
        const row = cache.get(key);
        return row ? [[key, row] as const] : [];
      }),
    );
    const rows = await read(keys.filter((key) => !cached.has(key)));
    for (const [key, row] of rows) cache.set(key, row);
    // Copies, because callers may add members to their rows.
    return new Map([...cached, ...rows].map(([key, row]) => [key, { ...row }]));
  });
}
