import type { Context } from '../../core/context.ts';
import { pairsAcrossWords, textsOf } from '../../../text/search/left-out.ts';
import {
  correctableClauses,
  withoutClauses,
  withSimilarWords,
  type Clause,
  type SearchQuery,
} from '../../../text/search/parse-query.ts';
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

/** Another way to read a query that no page matches as it is. */
export interface Reading {
  readonly query: SearchQuery;
  readonly corrections: readonly Correction[];
  /** Words that are not asked, because no page has them, as the query writes them. */
  readonly leftOut: readonly string[];
}

/** Maximum number of words of a query that are corrected, and of other words for each. */
const maxWords = 4;
const maxReadings = 3;

/**
 * Other ways to read a query, the nearest first. Misspelt words are read as words of the searched pages; those that resemble nothing
 * are left out, then all that no page has, and last, of a script without spaces, the pairs over the borders of words. Words that occur are misspelt only if all of them occur, and phrases are never left out.
 */
export async function listReadings(
  ctx: Context,
  { text, query }: { readonly text: string; readonly query: SearchQuery },
  place: SpellingPlace,
): Promise<Reading[]> {
  const asked = query.wanted.filter(({ isPhrase }) => !isPhrase);
  const correctable = correctableClauses(asked);
  if (correctable.length === 0 && query.wanted.length < 2) return [];
  if (asked.length === 0) return [];
  const known = await ctx.sql.rows<{ at: number }>(knownAmong(place, asked.map(anywhereText)));
  const absent = asked.filter((_clause, at) => !known.some((one) => one.at === at));
  const misspelt = absent.length === 0 ? correctable : correctable.filter((clause) => absent.includes(clause));
  const readings = await findSimilar(ctx, misspelt.slice(0, maxWords).map(wordOf), place);
  const corrections = [...readings].map(([word, readAs]) => ({ word, readAs }));
  const without = (left: readonly Clause[]) => {
    const rest = withoutClauses(query, left);
    return { query: rest, corrections: [], leftOut: left.length === 0 ? [] : textsOf(text, left, rest.wanted) };
  };
  const nearest = without(absent.filter((clause) => !readings.has(wordOf(clause))));
  const all: Reading[] = [];
  if (corrections.length > 0) all.push({ ...nearest, query: withSimilarWords(nearest.query, readings), corrections });
  if (absent.length > 0) all.push(without(absent));
  const across = pairsAcrossWords(text, asked);
  if (across.length > 0) all.push(without([...new Set([...absent, ...across])]));
  return all.filter((reading) => reading.query.wanted.length > 0);
}

const wordOf = ({ words: [word] }: Clause) => word?.term ?? '';

/** Other words for misspelt ones: those that differ in one letter, of titles and headings before texts, else those that share most letters. */
async function findSimilar(
  ctx: Context,
  words: readonly string[],
  place: SpellingPlace,
): Promise<ReadonlyMap<string, string[]>> {
  const readings = new Map<string, string[]>();
  let left = words;
  const take = (terms: readonly SimilarTerm[]) => {
    for (const { word, term } of terms) readings.set(word, [...(readings.get(word) ?? []), term].slice(0, maxReadings));
    left = left.filter((word) => !readings.has(word));
  };
  const spellings = () => left.flatMap((word) => spellWithOneError(word).map((term) => ({ word, term })));
  if (left.length > 0) take(await ctx.sql.rows(spelledInTitles(place, spellings())));
  if (left.length > 0) take(await ctx.sql.rows(spelledInTexts(place, spellings())));
  if (left.length > 0) take(await ctx.sql.rows(similarInTitles(place, left)));
  return readings;
}
