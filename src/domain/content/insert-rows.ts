import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Context } from '../context.ts';

type ContentTable = 'page_redirects' | 'documents' | 'content_entries' | 'content_links';

/** Rows of one statement; they are one value, which is in memory several times over. */
const maxRows = 1_000;

interface InsertOptions {
  /** Which of the rows, `given`, are inserted. */
  readonly where?: Fragment;
  readonly onConflict?: Fragment;
}

/** Inserts rows, named as the columns, a thousand by a statement. In the order of their keys, so that no two wait for each other. */
export async function insertRows(
  ctx: Pick<Context, 'sql'>,
  table: ContentTable,
  rows: readonly object[],
  { where = raw(''), onConflict = raw('') }: InsertOptions = {},
): Promise<void> {
  for (let at = 0; at < rows.length; at += maxRows)
    // oxlint-disable-next-line no-await-in-loop -- a transaction has one connection
    await ctx.sql.rows(sql`insert into ${raw(table)}
      select * from
        json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows.slice(at, at + maxRows))}::json) given
      ${where} order by 1, 2 ${onConflict}`);
}
