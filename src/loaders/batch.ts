import DataLoader from 'dataloader';
import type { Fragment, Sql } from '../db/sql.ts';

/** Keys in one statement; more are split. */
const maxBatchSize = 1_000;

/** A loader of at most one row per key: one statement per tick, whatever the number of keys. */
export function byKey<Row>(
  reader: Sql,
  query: (keys: readonly string[]) => Fragment,
  keyOf: (row: Row) => string,
): DataLoader<string, Row | null> {
  return new DataLoader<string, Row | null>(
    async (keys) => {
      const rows = await reader.rows<Row>(query(keys));
      const found = new Map(rows.map((row) => [keyOf(row), row]));
      return keys.map((key) => found.get(key) ?? null);
    },
    { maxBatchSize },
  );
}
