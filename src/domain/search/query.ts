import { joinedWords, places, quoted, wholeTitleMark, type Place } from './vector.ts';
import { runOf } from './run.ts';
import { stemMark, wordsOf, type Word } from './words.ts';

/** What somebody looks for. */
export interface SearchQuery {
  /** All of these must be there. */
  readonly wanted: readonly Clause[];
  /** None of these may be. */
  readonly unwanted: readonly Clause[];
  /** The words of the whole query in one. */
  readonly whole: string;
}

/** A word, or the words of a phrase. */
interface Clause {
  readonly words: readonly Word[];
  /** One after the other, as they are. */
  readonly isPhrase: boolean;
  /** How the words of a phrase follow one another; null where that says no more than the words themselves. */
  readonly run: string | null;
  /** The last word is a beginning, as of somebody who still types. */
  readonly isOpen: boolean;
  /** What a word that is nowhere may have meant. */
  readonly meant: readonly string[];
}

/** Words and phrases of one query; more narrow nothing down. */
const maxClauses = 32;

/** A beginning that is shorter would be that of half of all words. */
const minOpenLength = 2;

/**
 * Reads a query: words, of which the last may be a beginning, `"phrases"`, and `-words` that must not be there. Nothing
 * a caller writes is an error, and nothing of it reaches PostgreSQL but words of letters and digits.
 */
export function readQuery(text: string): SearchQuery {
  const wanted: Clause[] = [];
  const unwanted: Clause[] = [];
  for (const match of text.matchAll(part)) {
    const { minus, phrase, bare } = match.groups ?? {};
    const words = [...wordsOf(phrase ?? bare ?? '')];
    if (words.length === 0) continue;
    const clauses = phrase === undefined ? withoutTails(words).map(asWord) : [asPhrase(words)];
    (minus === undefined ? wanted : unwanted).push(...clauses);
  }
  const telling = wanted.filter((clause) => clause.isPhrase || !isFiller(clause));
  const kept = (telling.length > 0 ? telling : wanted).slice(0, maxClauses);
  return {
    wanted: kept.map((clause, index) => (index === kept.length - 1 ? opened(clause) : clause)),
    unwanted: unwanted.slice(0, maxClauses),
    whole: joinedWords(text),
  };
}

/** A minus counts before a phrase or word, not in `-g` and `--force`; an open quote ends with the text. */
const part = /(?:(?<=^|\s)(?<minus>-)(?="|[\p{L}\p{N}]{3}))?(?:"(?<phrase>[^"]*)"?|(?<bare>[^\s"]+))/gu;

/** Pairs of characters overlap: what the last character of a run begins, the pair before it ends. */
const isTail = (word: Word, index: number, words: readonly Word[]) =>
  isSingle(word) && (words[index - 1]?.end ?? -1) > word.start;

const withoutTails = (words: readonly Word[]) => words.filter((...place) => !isTail(...place));

const isSingle = ({ term, isDense }: Word) => isDense && Array.from(term).length === 1;

const asWord = (word: Word): Clause => ({ words: [word], isPhrase: false, run: null, isOpen: false, meant: [] });
const asPhrase = (all: readonly Word[]): Clause => {
  // Where a text goes on, its last character begins another pair.
  const words = all.filter((...place) => place[1] < all.length - 1 || !isTail(...place));
  return { words, isPhrase: true, run: words.length > 1 ? runOf(all) : null, isOpen: false, meant: [] };
};

const opened = (clause: Clause): Clause => {
  const [word] = clause.words;
  const isOpen = !clause.isPhrase && word !== undefined && !word.isDense && word.term.length >= minOpenLength;
  return isOpen ? { ...clause, isOpen } : clause;
};

/** Words of questions, which are on every page or on none. Looked for only where there are no others. */
const fillers: ReadonlySet<string> = new Set(
  'a an and are as at be by can do does for from how i in is it my of on or that the this to was what when where which why with you your'.split(
    ' ',
  ),
);

const isFiller = ({ words }: Clause) => words.every(({ term }) => fillers.has(term));

/** Words that may be misspelt: long enough to be like another. */
export const doubtful = ({ wanted }: SearchQuery): string[] =>
  wanted.flatMap(({ words, isPhrase }) =>
    isPhrase ? [] : words.filter(({ term, isDense }) => !isDense && term.length >= 4).map(({ term }) => term),
  );

/** The query with what its words may have meant. */
export const corrected = (query: SearchQuery, meanings: ReadonlyMap<string, readonly string[]>): SearchQuery => ({
  ...query,
  wanted: query.wanted.map((clause) => ({ ...clause, meant: meanings.get(clause.words[0]?.term ?? '') ?? [] })),
});

/** Stands in the texts of tsquery for the key of a space; no word has it. */
const keySign = '§';

/** Texts of tsquery by where the words stand; `whole` is for the page that is called exactly as asked. */
export type PageQueries = Readonly<Record<Place | 'whole', string>>;

/** What pages of a space are found by. */
export interface PageSearch {
  /** For the index, which knows of the words of phrases only that they are there; `keySign` is to be replaced. */
  readonly words: PageQueries;
  /** The same with phrases, for pages without a run. */
  readonly phrases: PageQueries;
  /** Runs of phrases that are wanted, and of those that are not. */
  readonly runs: { readonly wanted: readonly string[]; readonly unwanted: readonly string[] };
}

export const pageSearch = (query: SearchQuery): PageSearch => ({
  words: pageQueries({ ...query, unwanted: query.unwanted.filter(({ run }) => run === null) }, ' & '),
  phrases: pageQueries(query, ' <-> '),
  runs: { wanted: runsOf(query.wanted), unwanted: runsOf(query.unwanted) },
});

const runsOf = (clauses: readonly Clause[]) => clauses.flatMap(({ run }) => run ?? []);

function pageQueries(query: SearchQuery, then: Then): PageQueries {
  const without = query.unwanted.map((clause) => `!(${clauseText(clause, keyed('anywhere'), then)})`);
  const at = (place: Place) =>
    [...query.wanted.map((clause) => clauseText(clause, keyed(place), then)), ...without].join(' & ');
  return {
    anywhere: at('anywhere'),
    heading: at('heading'),
    title: at('title'),
    whole: [quoted(keySign + wholeTitleMark + query.whole), ...without].join(' & '),
  };
}

/** The texts of tsquery that sections are found by, one for each word. */
export const sectionQueries = ({ wanted }: SearchQuery): string[] =>
  wanted.map((clause) => clauseText(clause, (term) => term, ' <-> '));

const keyed = (place: Place) => (term: string) => keySign + places[place] + term;

type Name = (term: string) => string;

/** What joins the words of a phrase: that they follow one another, or that they are there. */
type Then = ' <-> ' | ' & ';

function clauseText(clause: Clause, name: Name, then: Then): string {
  if (clause.isPhrase) return phraseText(clause.words, name, then);
  const alternatives = clause.words.flatMap((word) => wordTexts(word, clause.isOpen, name));
  for (const term of clause.meant) alternatives.push(quoted(name(term)));
  return `(${alternatives.join(' | ')})`;
}

function wordTexts(word: Word, isOpen: boolean, name: Name): string[] {
  const { term, more, isDense } = word;
  // One character is the beginning of all pairs that it begins.
  if (isDense) return [isSingle(word) ? `${quoted(name(term))}:*` : quoted(name(term))];
  const stems = more.filter((other) => other.startsWith(stemMark));
  const parts = more.filter((other) => !other.startsWith(stemMark));
  const texts = [isOpen ? `${quoted(name(term))}:*` : quoted(name(term)), quoted(name(stemMark + term))];
  if (parts.length > 0) return [...texts, `(${parts.map((other) => quoted(name(other))).join(' & ')})`];
  for (const stem of stems) texts.push(quoted(name(stem)), quoted(name(stem.slice(stemMark.length))));
  return texts;
}

const phraseText = (words: readonly Word[], name: Name, then: Then) =>
  `(${words.map((word) => (word.isDense ? wordTexts(word, false, name)[0] : quoted(name(word.term)))).join(then)})`;

/** Whether a word of a text is one that was looked for. */
export function matcherOf({ wanted }: SearchQuery): (word: Word) => boolean {
  const names = new Set<string>();
  const beginnings: string[] = [];
  for (const { words, isOpen, meant, isPhrase } of wanted) {
    for (const term of meant) names.add(term);
    for (const word of words) {
      if (isOpen || isSingle(word)) beginnings.push(word.term);
      names.add(word.term);
      if (isPhrase) continue;
      names.add(stemMark + word.term);
      for (const other of word.more)
        names.add(other).add(other.startsWith(stemMark) ? other.slice(stemMark.length) : stemMark + other);
    }
  }
  return ({ term, more }) =>
    names.has(term) ||
    more.some((other) => names.has(other)) ||
    beginnings.some((beginning) => term.startsWith(beginning));
}
