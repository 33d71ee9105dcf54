import type { Context } from '../../core/context.ts';
import { correctableClauses, withSimilarWords, type SearchQuery } from '../../../text/search/parse-query.ts';
import { spellWithOneError } from '../../../text/search/spellings.ts';
import {
  knownAmong,
  similarInTitles,
  spelledInTexts,
  spelledInTitles,
  type SimilarTerm,
  type SpellingPlace,
} from './queries/similar-terms.ts';
import { anywhereText } from './ts-queries.ts';

/** A word of a query that was read as other ones, because no page matches the query as it is. */
export interface Correction {
  readonly word: string;
  readonly readAs: readonly string[];
}

/** A query that reads words in other ways as well. */
export interface CorrectedQuery {
  readonly query: SearchQuery;
  readonly corrections: readonly Correction[];
}

/** Maximum number of words of a query that are corrected, and of other words for each. */
const maxWords = 4;
const maxReadings = 3;

/**
 * Reads the misspelt words of a query as words of the searched pages: those that differ in one letter, in titles and headings
 * before texts, else those of titles and headings that share most letters. Words that occur are misspelt only if all of them
 * occur. Null when there is nothing similar.
 */
export async function correctQuery(
  ctx: Context,
  query: SearchQuery,
  place: SpellingPlace,
): Promise<CorrectedQuery | null> {
  const clauses = correctableClauses(query).slice(0, maxWords);
  if (clauses.length === 0) return null;
  const words = clauses.map(({ word }) => word);
  const queries = clauses.map(({ clause }) => anywhereText(clause));
  const indexWords = await ctx.sql.rows<{ word: string }>(knownAmong(place, words, queries));
  const unknown = words.filter((word) => !indexWords.some((other) => other.word === word));
  const readings = new Map<string, string[]>();
  let left = unknown.length > 0 ? unknown : words;
  const take = (terms: readonly SimilarTerm[]) => {
    for (const { word, term } of terms) readings.set(word, [...(readings.get(word) ?? []), term].slice(0, maxReadings));
    left = left.filter((word) => !readings.has(word));
  };
  const spellings = () => left.flatMap((word) => spellWithOneError(word).map((term) => ({ word, term })));
  take(await ctx.sql.rows(spelledInTitles(place, spellings())));
  if (left.length > 0) take(await ctx.sql.rows(spelledInTexts(place, spellings())));
  if (left.length > 0) take(await ctx.sql.rows(similarInTitles(place, left)));
  if (readings.size === 0) return null;
  return {
    query: withSimilarWords(query, readings),
    corrections: [...readings].map(([word, readAs]) => ({ word, readAs })),
  };
}
