import { joinedWords } from '../search-index/vector.ts';
import { sequenceOf } from '../search-index/word-sequence.ts';
import { splitWords, type Word } from '../search-index/words.ts';

/** A parsed query. */
export interface SearchQuery {
  /** A page must match all of these. */
  readonly wanted: readonly Clause[];
  /** A page must match none of these. */
  readonly unwanted: readonly Clause[];
  /** The words of the whole query, to compare with titles. */
  readonly exactTitle: string;
}

/** A word or a phrase. */
export interface Clause {
  readonly words: readonly Word[];
  readonly isPhrase: boolean;
  /** The sequence of the words of a phrase; null for a single word. */
  readonly sequence: string | null;
  /** True for a word that also matches as a prefix. */
  readonly isPrefix: boolean;
  /** Similar words, for a word without a match. */
  readonly similar: readonly string[];
}

/** Most words and phrases of one query; the rest is ignored. */
const maxClauses = 32;

/** Shorter prefixes would match half of all words. */
const minPrefixLength = 2;

/**
 * Parses a query of words, of which the last may be incomplete, `"phrases"`, and excluded `-words`. No query is invalid. Only
 * letters and digits of the query reach PostgreSQL.
 */
export function parseQuery(text: string): SearchQuery {
  const wanted: Clause[] = [];
  const unwanted: Clause[] = [];
  for (const match of text.matchAll(part)) {
    const { minus, phrase, bare } = match.groups ?? {};
    const words = [...splitWords(phrase ?? bare ?? '')];
    if (words.length === 0) continue;
    const clauses = phrase === undefined ? withoutTails(words).map(wordClause) : [phraseClause(words)];
    (minus === undefined ? wanted : unwanted).push(...clauses);
  }
  const significant = wanted.filter((clause) => clause.isPhrase || !isStopWord(clause));
  const kept = (significant.length > 0 ? significant : wanted).slice(0, maxClauses);
  return {
    wanted: kept.map((clause, index) => (index === kept.length - 1 ? asPrefix(clause) : clause)),
    unwanted: unwanted.slice(0, maxClauses),
    exactTitle: joinedWords(text),
  };
}

/** A minus excludes a phrase or a word, but not in `-g` and `--force`. A missing closing quote is assumed at the end. */
const part = /(?:(?<=^|\s)(?<minus>-)(?="|[\p{L}\p{N}]{3}))?(?:"(?<phrase>[^"]*)"?|(?<bare>[^\s"]+))/gu;

/** Dense scripts are indexed by overlapping pairs of characters. A tail is the last character, which a pair contains already. */
const isTail = (word: Word, index: number, words: readonly Word[]) =>
  isSingleCharacter(word) && (words[index - 1]?.end ?? -1) > word.start;

const withoutTails = (words: readonly Word[]) => words.filter((...place) => !isTail(...place));

/** True for one character of a dense script. */
export const isSingleCharacter = ({ term, isDense }: Word) => isDense && Array.from(term).length === 1;

const wordClause = (word: Word): Clause => ({
  words: [word],
  isPhrase: false,
  sequence: null,
  isPrefix: false,
  similar: [],
});

const phraseClause = (all: readonly Word[]): Clause => {
  // In a longer text, the last character of the phrase may begin another pair.
  const words = all.filter((...place) => place[1] < all.length - 1 || !isTail(...place));
  return { words, isPhrase: true, sequence: words.length > 1 ? sequenceOf(all) : null, isPrefix: false, similar: [] };
};

const asPrefix = (clause: Clause): Clause => {
  const [word] = clause.words;
  const isPrefix = !clause.isPhrase && word !== undefined && !word.isDense && word.term.length >= minPrefixLength;
  return isPrefix ? { ...clause, isPrefix } : clause;
};

/** Words that nearly every page contains. They are ignored when the query has other words. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or that the this to was what when where which why with you your'.split(
    ' ',
  ),
);

const isStopWord = ({ words }: Clause) => words.every(({ term }) => stopWords.has(term));

/** The words of a query that may be misspelled: those long enough to resemble another word. */
export const correctableWords = ({ wanted }: SearchQuery): string[] =>
  wanted.flatMap(({ words, isPhrase }) =>
    isPhrase ? [] : words.filter(({ term, isDense }) => !isDense && term.length >= 4).map(({ term }) => term),
  );

/** Adds similar words to the words of a query. */
export const withSimilarWords = (query: SearchQuery, similar: ReadonlyMap<string, readonly string[]>): SearchQuery => ({
  ...query,
  wanted: query.wanted.map((clause) => ({ ...clause, similar: similar.get(clause.words[0]?.term ?? '') ?? [] })),
});
