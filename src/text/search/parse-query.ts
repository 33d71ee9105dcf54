import { wholeTitles } from './vector.ts';
import { listSpelled, type Spelled } from './spelled.ts';
import { readSequence } from './word-sequence.ts';
import { joinNeighbours, maxJoined, splitWords, type Word } from './words.ts';

/** A parsed query. */
export interface SearchQuery {
  /** A page must match all of them. */
  readonly wanted: readonly Clause[];
  /** A page must match none of them. */
  readonly unwanted: readonly Clause[];
  /** Names of the whole query, to compare with those of titles. */
  readonly wholeTitles: readonly string[];
}

/** A word or a phrase. */
export interface Clause {
  /** With their places in the text of the query. */
  readonly words: readonly Word[];
  readonly isPhrase: boolean;
  /** Encoded sequence of a phrase; null for a single word. */
  readonly sequence: string | null;
  /** Whether the word also matches as a prefix. */
  readonly isPrefix: boolean;
  /** The word and its neighbours, written as one. */
  readonly joined: readonly string[];
  /** What the query spells with signs at the word, which a page must spell as well. Nothing else is then asked. */
  readonly spelled: readonly string[];
  /** Similar words, set when the word has no matches. */
  readonly similar: readonly string[];
}

/** Maximum number of words and phrases in a query; the rest is ignored. */
const maxClauses = 32;

/** Minimum length of a prefix, in characters. Shorter ones would match half of all words. */
const minPrefixLength = 2;

/** The same for words that are not the last: many languages inflect the ends of words, which no stem here knows. */
const minInflectedLength = 5;

/**
 * Parses a query of words, of which the last may be incomplete, `"phrases"` and excluded `-words`. Every text is a
 * valid query. Words that are spelled with signs, such as `C++` and `--force`, are asked as they are spelled; see `withoutSigns`.
 */
export function parseQuery(text: string): SearchQuery {
  const wanted: Clause[] = [];
  const unwanted: Clause[] = [];
  for (const match of text.matchAll(part)) {
    const { minus, phrase, bare } = match.groups ?? {};
    const [whole] = match;
    const offset = match.index + whole.indexOf(phrase ?? bare ?? '');
    const words = [...splitWords(phrase ?? bare ?? '')].map((word) => movedBy(word, offset));
    if (words.length === 0) {
      wanted.push(...listSpelled(bare ?? '').map(signClause));
      continue;
    }
    const clauses = phrase === undefined ? withoutTails(words).map(wordClause) : [phraseClause(words)];
    (minus === undefined ? wanted : unwanted).push(...clauses);
  }
  const joined = withJoined(wanted);
  const significant = joined.filter((clause) => clause.isPhrase || clause.spelled.length > 0 || !isStopWord(clause));
  const kept = (significant.length > 0 ? significant : joined).slice(0, maxClauses);
  return {
    wanted: kept.map((clause, index) =>
      asPrefix(clause, index === kept.length - 1 ? minPrefixLength : minInflectedLength),
    ),
    unwanted: unwanted.slice(0, maxClauses),
    wholeTitles: wholeTitles([...splitWords(text)]),
  };
}

const movedBy = (word: Word, offset: number): Word => ({
  ...word,
  start: word.start + offset,
  end: word.end + offset,
});

/** Adds to each word the names that it makes with its neighbours. */
function withJoined(clauses: readonly Clause[]): Clause[] {
  const wordAt = (at: number) => {
    const clause = clauses[at];
    return clause?.isPhrase === false ? clause.words[0] : undefined;
  };
  const isShort = clauses.length <= maxJoined && clauses.every(({ isPhrase }) => !isPhrase);
  const whole = isShort ? joinNeighbours(clauses.flatMap(({ words }) => words)).at(-1) : undefined;
  return clauses.map((clause, at) => {
    const word = wordAt(at);
    if (word === undefined) return clause;
    const pairs = [
      [wordAt(at - 1), word],
      [word, wordAt(at + 1)],
    ].flatMap((pair) => joinNeighbours(pair.filter((one) => one !== undefined)));
    return { ...clause, joined: [...new Set([...pairs, ...(whole === undefined ? [] : [whole])])] };
  });
}

/** A minus excludes a word or phrase, except in `-g` and `--force`. A missing closing quote is assumed at the end. */
const part = /(?:(?<=^|\s)(?<minus>-)(?="|[\p{L}\p{N}]{3}))?(?:"(?<phrase>[^"]*)"?|(?<bare>[^\s"]+))/gu;

/** Whether a word is the last character of a dense script, which the pair before it already contains. */
const isTail = (word: Word, index: number, words: readonly Word[]) =>
  isSingleCharacter(word) && (words[index - 1]?.end ?? -1) > word.start;

const withoutTails = (words: readonly Word[]) => words.filter((...place) => !isTail(...place));

/** Whether a word is a single character of a dense script. */
export const isSingleCharacter = ({ term, isDense }: Word) => isDense && Array.from(term).length === 1;

const wordClause = (word: Word): Clause => ({
  words: [word],
  isPhrase: false,
  sequence: null,
  isPrefix: false,
  joined: [],
  spelled: (word.spelled ?? []).map(({ term }) => term),
  similar: [],
});

/** An operator, which has no letters. */
const signClause = ({ term, start, end }: Spelled): Clause => ({
  ...wordClause({ term, start, end, more: [], isDense: false }),
  spelled: [term],
});

/** A query for the words alone, when no page spells them with the signs of the query. */
export function withoutSigns(query: SearchQuery): SearchQuery {
  const hasWord = ({ words }: Clause) => words.some(({ term }) => /[\p{L}\p{N}]/u.test(term));
  return { ...query, wanted: query.wanted.filter(hasWord).map((clause) => ({ ...clause, spelled: [] })) };
}

/** Whether a query spells something with signs. */
export const hasSigns = ({ wanted }: SearchQuery): boolean => wanted.some(({ spelled }) => spelled.length > 0);

const phraseClause = (all: readonly Word[]): Clause => {
  // In a longer text, the last character of the phrase may begin another pair, so it is not required.
  const words = all.filter((...place) => place[1] < all.length - 1 || !isTail(...place));
  const sequence = words.length > 1 ? readSequence(all) : null;
  return { words, isPhrase: true, sequence, isPrefix: false, joined: [], spelled: [], similar: [] };
};

const asPrefix = (clause: Clause, minLength: number): Clause => {
  const [word] = clause.words;
  const isPrefix = !clause.isPhrase && word !== undefined && !word.isDense && word.term.length >= minLength;
  return isPrefix ? { ...clause, isPrefix } : clause;
};

/** Words of nearly every page. They are ignored when the query has others. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or that the this to was what when where which why with you your'.split(
    ' ',
  ),
);

const isStopWord = ({ words }: Clause) => words.every(({ term }) => stopWords.has(term));

/** Those of single words that may be misspelled, if long enough to resemble others. */
export const correctableClauses = (clauses: readonly Clause[]): Clause[] =>
  clauses.filter(({ words }) => words.some(({ term, isDense }) => !isDense && term.length >= 4));

/** The query without some of its words. */
export function withoutClauses(query: SearchQuery, left: readonly Clause[]): SearchQuery {
  if (left.length === 0) return query;
  const wanted = query.wanted.filter((clause) => !left.includes(clause));
  return { ...query, wanted, wholeTitles: wholeTitles(wanted.flatMap(({ words }) => words)) };
}

/** Adds similar words to the words of a query. */
export const withSimilarWords = (query: SearchQuery, similar: ReadonlyMap<string, readonly string[]>): SearchQuery => ({
  ...query,
  wanted: query.wanted.map((clause) => ({ ...clause, similar: similar.get(clause.words[0]?.term ?? '') ?? [] })),
});
