import { sql, type Fragment } from '../../db/sql.ts';
import { searchKey } from './vector.ts';

/**
 * The end of a statement that copies a space, after its other parts and a comma: makes the pages found in the copy too,
 * by the same words, each with the key of the copy.
 */
// In the text of a tsvector each word begins with a quote, which stands doubled within words.
export const copyIndex = (from: string, to: string): Fragment => sql`
  terms as (
    insert into search_terms ("spaceId", term) select ${to}::text, term from search_terms where "spaceId" = ${from}
  )
  insert into search_pages ("spaceId", "pageId", "documentId", source, words, run, "headingRun")
  select ${to}::text, "pageId", "documentId", source,
    replace(words::text, ${`'${searchKey(from)}`}, ${`'${searchKey(to)}`})::tsvector, run, "headingRun"
  from search_pages where "spaceId" = ${from}`;
