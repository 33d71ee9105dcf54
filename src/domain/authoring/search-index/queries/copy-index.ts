import { sql, type Fragment } from '../../../../db/sql.ts';
import { searchKey } from '../../../../text/search/vector.ts';
import { writeOrganizationWords } from './organization-words.ts';

/**
 * Last part of a `with` statement, after a comma: copies the index of a space to a copy of the space, under the key of
 * the copy.
 *
 * In the text form of a tsvector, each word begins with a quote, and quotes inside words are doubled.
 */
export const copyIndex = (from: string, to: string): Fragment => sql`
  terms as (
    insert into search_terms ("spaceId", term) select ${to}::text, term from search_terms where "spaceId" = ${from}
  ), pages as (
    insert into search_pages ("spaceId", "pageId", "documentId", source, words, run, "headingRun", "titleWords", version)
    select ${to}::text, "pageId", "documentId", source,
      replace(words::text, ${`'${searchKey(from)}`}, ${`'${searchKey(to)}`})::tsvector, run, "headingRun", "titleWords", version
    from search_pages where "spaceId" = ${from}
    returning "spaceId", "pageId", words
  ) ${writeOrganizationWords('pages')}`;
