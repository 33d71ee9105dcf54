import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';

type ContentTable = 'page_redirects' | 'documents' | 'content_entries' | 'content_links';

/**
 * Rows per statement, and characters of JSON after which a statement takes no further row. They are one parameter, of which
 * the driver and the server hold several copies, and which is encoded at once in the thread that serves requests.
 */
const maxRows = 1_000;
const maxCharacters = 1_048_576;

interface InsertOptions {
  /** Selects which of the rows, named `given`, are inserted. */
  readonly where?: Fragment;
  readonly onConflict?: Fragment;
}

/** Inserts rows whose members are named as the columns. Ordered by key, so that concurrent inserts cannot deadlock. */
export async function insertRows(
  reader: Sql,
  table: ContentTable,
  rows: readonly object[],
  { where = raw(''), onConflict = raw('') }: InsertOptions = {},
): Promise<void> {
  for (const batch of batchesOf(rows))
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    await reader.rows(sql`insert into ${raw(table)}
      select * from
        json_populate_recordset(null::${raw(table)}, ${`[${batch.join(',')}]`}::json) given
      ${where} order by 1, 2 ${onConflict}`);
}

/** The rows as JSON, divided by statement. */
function* batchesOf(rows: readonly object[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (batch.length === maxRows || (batch.length > 0 && characters + json.length > maxCharacters)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(json);
    characters += json.length;
  }
  if (batch.length > 0) yield batch;
}
