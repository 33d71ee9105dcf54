import DataLoader from 'dataloader';
import type { Fragment, Sql } from '../db/sql.ts';

/** Most keys of one statement. Larger batches are split. */
const maxBatchSize = 1_000;

/** Creates a loader of at most one row per key. All keys of a tick are read by one statement. */
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

/** Rows that never change, by id, in the memory of the process. */
export interface KeptRows<Row extends object> {
  get(key: string): Row | undefined;
  set(key: string, row: Row): unknown;
}

/**
 * As `byKey`, for rows that never change: those that were read before are not read again. Whoever uses it decides by other
 * rows who may see them. Not for transactions, whose rows may never be committed.
 */
export function keptByKey<Row extends object>(
  reader: Sql,
  query: (keys: readonly string[]) => Fragment,
  keyOf: (row: Row) => string,
  kept: KeptRows<Row>,
): DataLoader<string, Row | null> {
  return new DataLoader<string, Row | null>(
    async (keys) => {
      const found = new Map(keys.map((key) => [key, kept.get(key)]));
      const unknown = keys.filter((key) => found.get(key) === undefined);
      const rows = unknown.length === 0 ? [] : await reader.rows<Row>(query(unknown));
      for (const row of rows) {
        found.set(keyOf(row), row);
        kept.set(keyOf(row), row);
      }
      return keys.map((key) => {
        const row = found.get(key);
        return row === undefined ? null : { ...row };
      });
    },
    { maxBatchSize },
  );
}
