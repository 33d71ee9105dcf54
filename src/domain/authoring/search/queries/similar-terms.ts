import { sql, type Fragment } from '../../../../db/sql.ts';
import { readableSpaces, type SearchScope } from './organization.ts';

/** A word of a query with a similar term from titles and headings. */
export interface SimilarTerm {
  readonly word: string;
  readonly term: string;
}

/** Minimum trigram similarity; the default of pg_trgm. */
const minSimilarity = 0.3;

/** Maximum number of similar terms per word. */
const maxSimilarTerms = 3;

/** Maximum number of words of a query that are compared, and of terms to compare with each. */
const maxWords = 4;
const maxTerms = 50_000;

const similarAmong = (words: readonly string[], terms: Fragment) => sql`
  select word, near.term from unnest(${words.slice(0, maxWords)}::text[]) as asked(word) cross join lateral (
    select distinct t.term, similarity(t.term, word) as likeness from ${terms}
    where length(t.term) between length(word) - 2 and length(word) + 2 and similarity(t.term, word) >= ${minSimilarity}::float4
    order by likeness desc, t.term limit ${maxSimilarTerms}::int
  ) near`;

/** Statement for terms of a space that are similar to words of a query. */
export const similarInSpace = (spaceId: string, words: readonly string[]) =>
  similarAmong(words, sql`(select term from search_terms where "spaceId" = ${spaceId} limit ${maxTerms}::int) t`);

/** Statement for terms of the readable spaces of an organization that are similar to words of a query. */
export const similarInScope = (scope: SearchScope, words: readonly string[]) => sql`
  ${readableSpaces(scope)}
  ${similarAmong(
    words,
    sql`(
    select t.term from readable join search_terms t on t."spaceId" = readable.id limit ${maxTerms}::int) t`,
  )}`;
