import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';

type ContentTable = 'page_redirects' | 'documents' | 'content_entries' | 'content_links';

/** Rows per statement. They are one parameter, of which the driver and the server hold several copies. */
const maxRows = 1_000;

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
  for (let at = 0; at < rows.length; at += maxRows)
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    await reader.rows(sql`insert into ${raw(table)}
      select * from
        json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows.slice(at, at + maxRows))}::json) given
      ${where} order by 1, 2 ${onConflict}`);
}
