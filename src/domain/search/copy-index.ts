import { sql } from '../../db/sql.ts';
import type { Context } from '../context.ts';
import { searchKey } from './vector.ts';

/** Makes the pages of a space found in its copy too: the same words, each with the key of the copy. */
export async function copyIndex(ctx: Pick<Context, 'sql'>, from: string, to: string): Promise<void> {
  // In the text of a tsvector each word begins with a quote, which stands doubled within words.
  await ctx.sql.rows(sql`
    with terms as (
      insert into search_terms ("spaceId", term) select ${to}::text, term from search_terms where "spaceId" = ${from}
    )
    insert into search_pages ("spaceId", "pageId", "documentId", source, words)
    select ${to}::text, "pageId", "documentId", source,
      replace(words::text, ${`'${searchKey(from)}`}, ${`'${searchKey(to)}`})::tsvector
    from search_pages where "spaceId" = ${from}`);
}
