import { escapeIdentifier, type ClientBase } from 'pg';
import type { Table } from './tables.ts';

/**
 * A row as a JSON array of the text representations of its columns; null for NULL. Texts preserve what JSON values
 * would lose: digits of numbers, a JSON null in a column, the order of keys.
 */
export type RowText = string;

/** Size of a batch in characters. */
const batchChars = 1024 * 1024;
const maxBatchRows = 2_000;

/** Reads all rows of a table in batches, within a transaction. Memory stays constant, whatever the table holds. */
export async function* readRows(client: ClientBase, { name, columns }: Table): AsyncGenerator<RowText[]> {
  const texts = columns.map((column) => `${escapeIdentifier(column.name)}::text`).join(', ');
  await client.query(
    `declare octavo_rows no scroll cursor for select json_build_array(${texts})::text from ${escapeIdentifier(name)}`,
  );
  let count = 16;
  for (;;) {
    // The size of the next batch depends on this one.
    const { rows } = await client.query<[RowText]>({ text: `fetch ${count} from octavo_rows`, rowMode: 'array' });
    if (rows.length === 0) break;
    const batch = rows.map(([row]) => row);
    yield batch;
    count = nextCount(batch);
  }
  await client.query('close octavo_rows');
}

function nextCount(batch: readonly RowText[]): number {
  const chars = batch.reduce((sum, row) => sum + row.length, 0);
  const fitting = Math.floor((batchChars * batch.length) / Math.max(chars, 1));
  // Limit the growth, because large rows may follow small ones.
  return Math.max(1, Math.min(fitting, batch.length * 4, maxBatchRows));
}

/** Groups rows into batches that fit into one statement. */
export async function* inBatches(rows: AsyncIterable<RowText>): AsyncGenerator<RowText[]> {
  let batch: RowText[] = [];
  let chars = 0;
  for await (const row of rows) {
    batch.push(row);
    chars += row.length;
    if (chars < batchChars && batch.length < maxBatchRows) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Inserts rows whose values are in the order of `columns`. */
export async function restoreRows(
  client: ClientBase,
  { name, columns }: Table,
  rows: readonly RowText[],
): Promise<void> {
  const names = columns.map((column) => escapeIdentifier(column.name)).join(', ');
  const values = columns.map(({ type }, index) => `(r.v ->> ${index})::${type}`).join(', ');
  await client.query(
    `insert into ${escapeIdentifier(name)} (${names}) select ${values} from json_array_elements($1::json) as r(v)`,
    [`[${rows.join(',')}]`],
  );
}
