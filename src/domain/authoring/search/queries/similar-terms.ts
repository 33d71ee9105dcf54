import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import { inPieces } from '../../../../lib/in-pieces.ts';
import { keyPlaceholder, fieldMarks, quoted } from '../../../../text/search/vector.ts';
import { stemMark } from '../../../../text/search/words.ts';
import type { SearchView } from '../ts-queries.ts';
import { readableSpaces, type SearchScope } from './organization.ts';
import { maxLexemes, pagesOfSpaces } from './ranking.ts';
import { pagesTable } from './tables.ts';

/** A word of a query with a similar term of the searched spaces. */
export interface SimilarTerm {
  readonly word: string;
  readonly term: string;
}

/** Start of a statement that defines the CTE `readable`, the spaces to search. */
export const searchedSpaces = (scope: SearchScope | { readonly spaceId: string }): Fragment =>
  'spaceId' in scope
    ? sql`with recursive readable as materialized (select ${scope.spaceId}::text as id)`
    : readableSpaces(scope);

/** Minimum trigram similarity; the default of pg_trgm. */
const minSimilarity = 0.3;

/** Maximum number of similar terms per word. */
const maxSimilarTerms = 3;

/** Maximum number of terms to compare with each word. */
const maxTerms = 50_000;

/** Maximum number of spaces whose words are compared with a misspelt one, apart from spellings of titles and headings. */
const maxSpaces = 40;
const someReadable = sql`(select id from readable order by id limit ${maxSpaces}::int) readable`;

/** Maximum number of pages of a space, and of all, whose words are compared with a misspelt one. */
const maxPagesOfSpace = 20;
const maxPages = 50;

/** SQL condition: page `p` of a space in `readable` matches a tsquery in which `keyPlaceholder` stands for its key. */
const matchesIn = (query: Fragment) => sql`
  p.words @@ replace(${query}, ${keyPlaceholder}, right(readable.id, 10))::tsquery and p."spaceId" is not distinct from readable.id`;

/** Statement for the words that occur in the spaces. `queries` are tsqueries of the words, in the same order. */
export const knownAmong = (
  spaces: Fragment,
  words: readonly string[],
  { queries, view }: { readonly queries: readonly string[]; readonly view: SearchView | undefined },
) => sql`${spaces}
  select word from (${words
    .map((word, index) => {
      const pages = pagesOfSpaces(raw('select id from readable'), queries[index] ?? '', {
        view,
        condition: raw('true'),
      });
      return sql`select ${word} as word where exists (select from (${pages}) p where p."spaceId" in (select id from readable))`;
    })
    .reduce((left, right) => sql`${left} union all ${right}`)}) known`;

/** Statement for those of the given spellings of words that are terms of titles and headings. */
export const spelledInTitles = (spaces: Fragment, spellings: readonly SimilarTerm[]) => sql`${spaces}
  select distinct asked.word, asked.term from ${table(spellings)} join search_terms t on t.term = asked.term
  where t."spaceId" in (select id from readable)`;

/** Tsqueries that together match every page with one of the lexemes. */
const anyOf = (lexemes: readonly string[]): string[] =>
  inPieces(lexemes, maxLexemes).map((piece) => piece.map(quoted).join(' | '));

/** Statement for those of the given spellings of words that occur on some pages, also as a stem. A lexeme is a key of ten letters, a mark, and a word. */
export const spelledInTexts = (spaces: Fragment, spellings: readonly SimilarTerm[], view: SearchView | undefined) => {
  const names = spellings.flatMap(({ term }) => [term, stemMark + term]);
  const queries = anyOf(names.map((name) => keyPlaceholder + fieldMarks.anywhere + name));
  return sql`${spaces}, hits as materialized (
    select p.* from ${someReadable} cross join unnest(${queries}::text[]) as part(query) cross join lateral (
      select p."spaceId", p.words from ${pagesTable(view)} p where ${matchesIn(sql`part.query`)} limit ${maxPagesOfSpace}::int
    ) p limit ${maxPages}::int)
  select distinct asked.word, asked.term from hits cross join lateral unnest(hits.words) found
  join ${table(spellings)} on asked.term = ltrim(
    substr(found.lexeme, 12), ${stemMark}) and substr(found.lexeme, 11, 1) = ${fieldMarks.anywhere}`;
};

const table = (spellings: readonly SimilarTerm[]) => sql`
  unnest(${spellings.map(({ word }) => word)}::text[], ${spellings.map(({ term }) => term)}::text[]) as asked(word, term)`;

/** Statement for terms of titles and headings that share trigrams with words, the most similar ones. */
export const similarInTitles = (spaces: Fragment, words: readonly string[]) => sql`${spaces}
  select word, near.term from unnest(${words}::text[]) as asked(word) cross join lateral (
    select distinct t.term, similarity(t.term, word) as likeness from (
      select t.term from ${someReadable} join search_terms t on t."spaceId" = readable.id limit ${maxTerms}::int) t
    where length(t.term) between length(word) - 2 and length(word) + 2 and similarity(t.term, word) >= ${minSimilarity}::float4
    order by likeness desc, t.term limit ${maxSimilarTerms}::int
  ) near`;
