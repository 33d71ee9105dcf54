import { stemmer } from 'stemmer';
import { fold, isAscii } from './fold.ts';
import { listSpelled, type Spelled } from './spelled.ts';
import { memoizeByWord } from './word-cache.ts';

/** A word of a text, or a pair of characters of a script without spaces between words. */
export interface Word {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Normalized form; see `fold`. */
  readonly term: string;
  /**
   * Other index entries: the English stem after `stemMark`, and the parts of `camelCase` and of words with an invisible
   * separator.
   */
  readonly more: readonly string[];
  /** The word with those that are joined to it by signs, in one: `http2` at the first word of `HTTP/2`. */
  readonly joined?: string;
  /** What is spelled with signs at the word or before it, and at the last word also after it. */
  readonly spelled?: readonly Spelled[];
  /** Whether its script has no spaces between words. */
  readonly isDense: boolean;
}

/**
 * Splits a text into words, in order. Unlike PostgreSQL's parser it does not depend on the locale of the database, and
 * does not treat a Chinese sentence as one word. Dense scripts yield overlapping pairs of characters, and finally the
 * last character alone, so that every character begins a word.
 */
export function splitWords(text: string): Generator<Word> {
  const spelled = listSpelled(text);
  return spelled.length === 0 ? splitPlainWords(text) : withSpelled(splitPlainWords(text), spelled);
}

/** Adds to words what is spelled at them. */
function* withSpelled(words: Iterable<Word>, spelled: readonly Spelled[]): Generator<Word> {
  let next = 0;
  let held: Word | null = null;
  for (const word of words) {
    if (held !== null) yield held;
    const from = next;
    while ((spelled[next]?.start ?? Infinity) < word.end) next += 1;
    held = next === from ? word : { ...word, spelled: spelled.slice(from, next) };
  }
  if (held !== null)
    yield next === spelled.length ? held : { ...held, spelled: [...(held.spelled ?? []), ...spelled.slice(next)] };
}

/** The words of `splitWords` without what is spelled with signs at them. */
export function* splitPlainWords(text: string): Generator<Word> {
  const isSimple = isAscii.test(text);
  for (const match of text.matchAll(isSimple ? asciiWord : anyWord)) {
    const [found] = match;
    if (isSimple || isAscii.test(found)) yield withJoined(wordOf(found, match.index), text);
    // Accents alone are not a word.
    else
      for (const word of mixedWords(found, match.index))
        if (word.term !== '') yield word.isDense ? word : withJoined(word, text);
  }
}

/** Adds the name of a compound to its first word. */
function withJoined(word: Word, text: string): Word {
  if (!signs.has(text.charAt(word.end)) || continuesCompound.test(text.slice(Math.max(0, word.start - 2), word.start)))
    return word;
  compound.lastIndex = word.start;
  const found = compound.exec(text)?.[0] ?? '';
  return found === '' || found.length > maxCachedLength
    ? word
    : { ...word, joined: fold(found.replaceAll(/[-_./‐‑]/g, '')) };
}

const signs: ReadonlySet<string> = new Set('-_./‐‑');
const continuesCompound = /[\p{L}\p{M}\p{N}][-_./‐‑]$/u;

/** Several words with hyphens or underscores, or two with a dot or a slash: more of these are addresses and paths. */
const compound =
  /[\p{L}\p{M}\p{N}]+(?:(?:[-_‐‑][\p{L}\p{M}\p{N}]+){1,5}|[./][\p{L}\p{M}\p{N}]+(?![./]?[\p{L}\p{M}\p{N}]))/uy;

/**
 * The names of words that stand side by side, written as one: of each two, and of all when they are few. A title `Web Sockets` is
 * found as `websocket`, and a query `use async data` as `useAsyncData`.
 */
export function joinNeighbours(words: readonly Word[]): string[] {
  const names = new Set<string>();
  const join = (some: readonly Word[]) => {
    const name = some.map(({ term }) => term).join('');
    if (some.length > 1 && name.length <= maxCachedLength && !some.some(({ isDense }) => isDense)) names.add(name);
  };
  for (let at = 1; at < words.length; at += 1) join(words.slice(at - 1, at + 1));
  if (words.length <= maxJoined) join(words);
  return [...names];
}

/** Most words that are joined to one. */
export const maxJoined = 4;

/** A name of a word, and its stem. */
export const namesWithStem = (term: string): string[] => [term, ...listStems(term)];

/** Letters, digits, their combining marks and invisible characters; apostrophes within a word; emoji. */
const anyWord =
  /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}]*(?:['’‘＇][\p{L}\p{M}][\p{L}\p{M}\p{Default_Ignorable_Code_Point}]*)*|\p{Extended_Pictographic}/gu;

/** The same for ASCII texts, for which it is eight times as fast. */
const asciiWord = /[a-z\d]+(?:'[a-z]+)*/gi;

/** Scripts without spaces between words, and Korean, whose particles are attached to the words. */
const dense =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}][\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{Default_Ignorable_Code_Point}]*/gu;

function* mixedWords(found: string, offset: number): Generator<Word> {
  let at = 0;
  for (const match of found.matchAll(dense)) {
    if (match.index > at) yield wordOf(found.slice(at, match.index), offset + at);
    yield* listPairs(match[0], offset + match.index);
    at = match.index + match[0].length;
  }
  if (at < found.length) yield wordOf(found.slice(at), offset + at);
}

/** A character as people see it, which may be written as several: decomposed Korean and Japanese, and half-width katakana. */
const composed =
  /[\u1100-\u115e\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6]?[\u11a8-\u11ff\ud7cb-\ud7fb]?\p{Default_Ignorable_Code_Point}*|.[\u3099\u309a\uff9e\uff9f\p{Default_Ignorable_Code_Point}]*/gsu;

function* listPairs(found: string, offset: number): Generator<Word> {
  const characters: { text: string; start: number; end: number }[] = [];
  for (const { 0: written, index } of found.matchAll(composed))
    for (const text of fold(written))
      characters.push({ text, start: offset + index, end: offset + index + written.length });
  for (const [index, { text, start, end }] of characters.entries()) {
    const next = characters[index + 1];
    yield { start, end: next?.end ?? end, term: (text + (next?.text ?? '')).normalize('NFC'), more: [], isDense: true };
  }
}

function wordOf(found: string, start: number): Word {
  const { term, more, elided } = found.length > maxCachedLength ? readNames(found) : cachedNamesOf(found);
  return { start: start + elided, end: start + found.length, term, more, isDense: false };
}

/** Maximum length of cached words, in characters. Longer words are rare. */
const maxCachedLength = 64;

interface Names extends Pick<Word, 'term' | 'more'> {
  /** Length of an elided article or preposition before the word, with its apostrophe. */
  readonly elided: number;
}

const cachedNamesOf = memoizeByWord(readNames);

function readNames(found: string): Names {
  const elided = elision.exec(found)?.[0].length ?? 0;
  const word = found.slice(elided);
  const term = fold(word);
  const more = new Set(listStems(term));
  const parts = (isAscii.test(word) ? word : word.normalize('NFKC')).split(joint).map(fold).filter(Boolean);
  if (parts.length > 1) for (const part of parts) for (const name of namesWithStem(part)) more.add(name);
  const stump = suffixed.exec(word)?.[1];
  if (stump !== undefined) more.add(fold(stump));
  return { term, more: [...more], elided };
}

/**
 * What French, Italian and Catalan elide before a vowel: `l'utilisateur` and `dell'ambiente` are found as their nouns.
 * Other apostrophes belong to their words, as in `aujourd'hui`, `don't` and Ukrainian.
 */
const elision =
  /^(?:[cdjlmnstv]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu|quelqu|entr|(?:[aà]|d[ae]|ne|su|co|pe|que|be)ll|a?gl|[dns]u?[ae]?gl|un|quest|sant|grand|(?:ness|ciasc|alc|qualc)un|buon|mezz|tutt|anch|senz|com|dov)['’‘ʼ＇](?=[\p{L}\p{N}])/iu;

/** A name with a suffix after an apostrophe, as Turkish writes them: `Octavo'nun`. */
const suffixed = /^([\p{L}\p{M}\p{N}]{3,})['’‘ʼ＇][\p{L}\p{M}]{1,5}$/u;

/** Between the parts of `camelCase`, or of a word with an invisible separator. */
const joint = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[\u00ad\u200b-\u200d\u2060\ufeff]+/;

/** Prefix of stems. No word begins with it. */
export const stemMark = '~';

/** The Porter stem of an English word, if it differs from the word. Other languages have no stems. */
function listStems(term: string): string[] {
  if (!isEnglish.test(term)) return [];
  const stem = stemmer(term);
  return stem === term ? [] : [stemMark + stem];
}

const isEnglish = /^[a-z]{3,}$/;
