import { raw, sql, type Fragment } from '../../../../db/sql.ts';
import { inPieces } from '../../../../lib/in-pieces.ts';
import { keyPlaceholder, fieldMarks, quoted, type SearchField } from '../../../../text/search/vector.ts';
import { stemMark } from '../../../../text/search/words.ts';
import type { SearchView } from '../ts-queries.ts';
import { maxLexemes } from './ranking.ts';
import { fewSpaces, inScope, isMany, maxFew, pagesOfOrganization, searchedSpaces, type SearchScope } from './scope.ts';
import { pagesTable } from './tables.ts';

/** A word of a query with a similar term of the searched spaces. */
export interface SimilarTerm {
  readonly word: string;
  readonly term: string;
}

/** Where words are looked for. */
export interface SpellingPlace {
  /** A space that the caller may read, or several. */
  readonly scope: SearchScope | { readonly spaceId: string };
  readonly view: SearchView | undefined;
}

/** Minimum trigram similarity; the default of pg_trgm. */
const minSimilarity = 0.3;

/** Maximum number of similar terms per word. */
const maxSimilarTerms = 3;

/** Maximum number of terms to compare with each word. */
const maxTerms = 50_000;

/** Maximum number of pages of a space, and of all, whose words are compared with a misspelt one. */
const maxPagesOfSpace = 20;
const maxPages = 50;

/**
 * Selects the pages (words) of a scope of several spaces that match a tsquery. The index by organization is asked, however few the
 * spaces are: words have hundreds of spellings, which would be asked of each.
 */
const pagesOfSeveral = (scope: SearchScope, view: SpellingPlace['view'], query: Fragment, isAsked = raw('true')) =>
  sql`select w.words from (${pagesOfOrganization(scope, query, { view, isAsked })}) w where ${inScope(scope, 'w."spaceId"')}`;

/** Selects the pages (words) of a space that match a tsquery. */
const pagesOfOne = (view: SpellingPlace['view'], query: Fragment) => sql`
  select p.words from few cross join lateral (
    select p.words from ${pagesTable(view)} p
    where p.words @@ replace(${query}, ${keyPlaceholder}, right(few.id, 10))::tsquery and p."spaceId" is not distinct from few.id
    offset 0) p`;

const pagesOf = ({ scope, view }: SpellingPlace, query: Fragment) =>
  'spaceId' in scope ? pagesOfOne(view, query) : pagesOfSeveral(scope, view, query);

/** Statement for the places of those tsqueries that some page of the spaces matches. */
export const knownAmong = (place: SpellingPlace, queries: readonly string[]) => sql`
  ${searchedSpaces(place.scope)}
  select at from (${queries
    .map((query, at) => sql`select ${at}::int as at where exists (${pagesOf(place, sql`(select ${query}::text)`)})`)
    .reduce((left, right) => sql`${left} union all ${right}`)}) known`;

/** Statement for those of the given spellings of words that are terms of titles and headings. */
export const spelledInTitles = (place: SpellingPlace, spellings: readonly SimilarTerm[]) => sql`
  ${searchedSpaces(place.scope)}, hits as materialized (${spelledInHeadings(place, spellings)})
  select distinct asked.word, asked.term from ${table(spellings)} join search_terms t on t.term = asked.term
  where t."spaceId" in (${fewSpaces})
  union
  ${spelledOn('heading', spellings)}`;

/** Tsqueries that together match every page with one of the lexemes. */
const anyOf = (lexemes: readonly string[]): string[] =>
  inPieces(lexemes, maxLexemes).map((piece) => piece.map(quoted).join(' | '));

/** The tsqueries of the pages that have one of the given spellings in a field, also as a stem. */
const spelledQueries = (spellings: readonly SimilarTerm[], field: SearchField) =>
  anyOf(
    spellings.flatMap(({ term }) => [term, stemMark + term]).map((name) => keyPlaceholder + fieldMarks[field] + name),
  );

/** Selects some pages (words) that match one of the tsqueries of column `query` of `part`, of those that a statement selects. */
const somePages = (queries: readonly string[], pages: Fragment) => sql`
  select p.words from unnest(${queries}::text[]) as part(query)
  cross join lateral (${pages} limit ${maxPagesOfSpace}::int) p limit ${maxPages}::int`;

/** Selects those of the given spellings that the pages of table `hits` have. A lexeme is a key of ten letters, a mark, and a word. */
const spelledOn = (field: SearchField, spellings: readonly SimilarTerm[]) => sql`
  select distinct asked.word, asked.term from hits cross join lateral unnest(hits.words) found
  join ${table(spellings)} on asked.term = ltrim(
    substr(found.lexeme, 12), ${stemMark}) and substr(found.lexeme, 11, 1) = ${fieldMarks[field]}`;

/** Selects some pages (words) of many spaces that have one of the given spellings in titles and headings. */
const spelledInHeadings = ({ scope, view }: SpellingPlace, spellings: readonly SimilarTerm[]) =>
  'spaceId' in scope
    ? raw(`select ''::tsvector as words limit 0`)
    : somePages(spelledQueries(spellings, 'heading'), pagesOfSeveral(scope, view, raw('part.query'), isMany));

/** Statement for those of the given spellings of words that occur on some pages. */
export const spelledInTexts = (place: SpellingPlace, spellings: readonly SimilarTerm[]) => sql`
  ${searchedSpaces(place.scope)}, hits as materialized (
    ${somePages(spelledQueries(spellings, 'anywhere'), pagesOf(place, raw('part.query')))})
  ${spelledOn('anywhere', spellings)}`;

const table = (spellings: readonly SimilarTerm[]) => sql`
  unnest(${spellings.map(({ word }) => word)}::text[], ${spellings.map(({ term }) => term)}::text[]) as asked(word, term)`;

/** Statement for terms of titles and headings that share trigrams with words, the most similar ones. */
export const similarInTitles = ({ scope }: SpellingPlace, words: readonly string[]) => sql`
  ${searchedSpaces(scope)}
  select word, near.term from unnest(${words}::text[]) as asked(word) cross join lateral (
    select distinct t.term, similarity(t.term, word) as likeness from (
      select t.term from (select id from few limit ${maxFew}::int) few join search_terms t on t."spaceId" = few.id
      limit ${maxTerms}::int) t
    where length(t.term) between length(word) - 2 and length(word) + 2 and similarity(t.term, word) >= ${minSimilarity}::float4
    order by likeness desc, t.term limit ${maxSimilarTerms}::int
  ) near`;
