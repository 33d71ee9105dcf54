import { sql, type Fragment } from '../../../db/sql.ts';
import { searchKey } from '../vector.ts';

/**
 * Copies the index of a space for a copy of the space, with the key of the copy. It is the end of a `with` statement and
 * follows its other parts after a comma.
 */
// In the text form of a tsvector, each word begins with a quote. Quotes inside words are doubled.
export const copyIndex = (from: string, to: string): Fragment => sql`
  terms as (
    insert into search_terms ("spaceId", term) select ${to}::text, term from search_terms where "spaceId" = ${from}
  )
  insert into search_pages ("spaceId", "pageId", "documentId", source, words, run, "headingRun")
  select ${to}::text, "pageId", "documentId", source,
    replace(words::text, ${`'${searchKey(from)}`}, ${`'${searchKey(to)}`})::tsvector, run, "headingRun"
  from search_pages where "spaceId" = ${from}`;
