import DataLoader from 'dataloader';
import type { Actor } from '../access/actor.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { sharedReads } from '../lib/shared-reads.ts';

/** Most keys of one statement. Larger batches are split. */
const maxBatchSize = 1_000;

/** Reads the rows of some keys by one statement; keys without a row are left out. */
type ReadKeys<Row> = (keys: readonly string[]) => Promise<Map<string, Row>>;

const readBy =
  <Row>(reader: Sql, query: (keys: readonly string[]) => Fragment, keyOf: (row: Row) => string): ReadKeys<Row> =>
  async (keys) =>
    keys.length === 0 ? new Map() : new Map((await reader.rows<Row>(query(keys))).map((row) => [keyOf(row), row]));

const batched = <Row>(read: ReadKeys<Row>): DataLoader<string, Row | null> =>
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

/** Most requests of a caller that one statement answers. */
const maxTogether = 100;

/**
 * As `byKey`, for rows that depend on the caller. Requests with the same token that arrive together share their
 * statements, which cost the server as much as the rest of a short request. In a transaction each reads alone.
 */
export function byKeyTogether<Row extends object>(
  query: (keys: readonly string[], actor: Actor) => Fragment,
  keyOf: (row: Row) => string,
): (reader: Sql, actor: Actor) => DataLoader<string, Row | null> {
  const readFor = (reader: Sql, actor: Actor) => readBy<Row>(reader, (keys) => query(keys, actor), keyOf);
  const sharedBy = (reader: Sql) =>
    sharedReads(async (actor: Actor, lists: readonly (readonly string[])[]) => {
      const [keys = []] = lists;
      if (lists.length === 1) return { rows: await readFor(reader, actor)(keys), isShared: false };
      return { rows: await readFor(reader, actor)([...new Set(lists.flat())]), isShared: true };
    }, maxTogether);
  const shared = new WeakMap<Sql, ReturnType<typeof sharedBy>>();
  return (reader, actor) => {
    if (reader.onWrite) return batched(readFor(reader, actor));
    let read = shared.get(reader);
    if (read === undefined) shared.set(reader, (read = sharedBy(reader)));
    const together = read;
    return batched(async (keys) => {
      const { rows, isShared } = await together(actor, keys);
      return isShared ? copiesOf(rows, keys) : rows;
    });
  };
}

/** A copy of each row for a request, because callers may add members to their rows. */
function copiesOf<Row extends object>(rows: ReadonlyMap<string, Row>, keys: readonly string[]): Map<string, Row> {
  const copies = new Map<string, Row>();
  for (const key of keys) {
    const row = rows.get(key);
    if (row) copies.set(key, { ...row });
  }
  return copies;
}

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
  kept: KeptRows<Row>,
  ...how: Parameters<typeof readBy<Row>>
): DataLoader<string, Row | null> {
  const read = readBy(...how);
  return batched(async (keys) => {
    const known = new Map(
      keys.flatMap((key) => {
        const row = kept.get(key);
        return row ? [[key, row] as const] : [];
      }),
    );
    const found = await read(keys.filter((key) => !known.has(key)));
    for (const [key, row] of found) kept.set(key, row);
    // Copies, because callers may add members to their rows.
    return new Map([...known, ...found].map(([key, row]) => [key, { ...row }]));
  });
}
