import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Context } from '../context.ts';

type ContentTable = 'page_redirects' | 'documents' | 'content_entries' | 'content_links';

/** Inserts rows, named as the columns, in one statement. In the order of their keys, so that no two wait for each other. */
export async function insertRows(
  ctx: Context,
  table: ContentTable,
  rows: readonly object[],
  onConflict: Fragment = raw(''),
): Promise<void> {
  if (rows.length === 0) return;
  await ctx.sql.rows(sql`insert into ${raw(table)}
    select * from json_populate_recordset(null::${raw(table)}, ${JSON.stringify(rows)}::json) order by 1, 2
    ${onConflict}`);
}
