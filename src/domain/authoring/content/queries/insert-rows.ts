import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';

type ContentTable =
  | 'page_redirects'
  | 'documents'
  | 'content_entries'
  | 'content_links'
  | 'imported_sources'
  | 'git_files';

/**
 * Maximum number of rows in one statement, and number of JSON characters that end a batch. A batch is one parameter,
 * encoded synchronously, of which the driver and the server hold several copies.
 */
const maxRows = 1_000;
const maxCharacters = 1_048_576;

interface InsertOptions {
  /** Condition on the rows, named `given`, to insert. */
  readonly where?: Fragment;
  readonly onConflict?: Fragment;
}

/**
 * Inserts rows whose members are named like the columns. Sorts them by key, so that concurrent inserts cannot deadlock.
 */
export async function insertRows(
  reader: Sql,
  table: ContentTable,
  rows: Iterable<object>,
  { where = raw(''), onConflict = raw('') }: InsertOptions = {},
): Promise<void> {
  for (const batch of listBatches(rows))
    // A transaction has one connection.
    await reader.rows(sql`insert into ${raw(table)}
      select * from
        json_populate_recordset(null::${raw(table)}, ${`[${batch.join(',')}]`}::json) given
      ${where} order by 1, 2 ${onConflict}`);
}

/** Splits rows into batches of JSON, one per statement. */
function* listBatches(rows: Iterable<object>): Generator<string[]> {
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
