import { stemmer } from 'stemmer';
import { memoizeByWord } from './word-cache.ts';

/** A word of a text, or a pair of characters of a script without spaces between words. */
export interface Word {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** Normalized form, without case, accents and compatibility variants. */
  readonly term: string;
  /** Other index entries: the English stem after `stemMark`, and the parts of `camelCase`. */
  readonly more: readonly string[];
  /** Whether its script has no spaces between words. */
  readonly isDense: boolean;
}

/**
 * Splits a text into words, in order. Unlike PostgreSQL's parser it does not depend on the locale of the database, and
 * does not treat a Chinese sentence as one word. Dense scripts yield overlapping pairs of characters, and finally the
 * last character alone, so that every character begins a word.
 */
export function* splitWords(text: string): Generator<Word> {
  const isSimple = isAscii.test(text);
  for (const match of text.matchAll(isSimple ? asciiWord : anyWord)) {
    const [found] = match;
    if (isSimple || isAscii.test(found)) yield wordOf(found, match.index);
    // Accents alone are not a word.
    else for (const word of mixedWords(found, match.index)) if (word.term !== '') yield word;
  }
}

/** Letters, digits and their combining marks; apostrophes within a word; emoji. */
const anyWord = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|\p{Extended_Pictographic}/gu;

/** The same for ASCII texts, for which it is eight times as fast. */
const asciiWord = /[a-z\d]+(?:'[a-z]+)*/gi;

/** Scripts without spaces between words, and Korean, whose particles are attached to the words. */
const dense =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;

function* mixedWords(found: string, offset: number): Generator<Word> {
  let at = 0;
  for (const match of found.matchAll(dense)) {
    if (match.index > at) yield wordOf(found.slice(at, match.index), offset + at);
    yield* pairsOf(match[0], offset + match.index);
    at = match.index + match[0].length;
  }
  if (at < found.length) yield wordOf(found.slice(at), offset + at);
}

function* pairsOf(found: string, offset: number): Generator<Word> {
  const characters = Array.from(found);
  let start = offset;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1] ?? '';
    const end = start + character.length + next.length;
    yield { start, end, term: fold(character + next), more: [], isDense: true };
    start += character.length;
  }
}

function wordOf(found: string, start: number): Word {
  const { term, more } = found.length > maxCachedLength ? namesOf(found) : cachedNamesOf(found);
  return { start, end: start + found.length, term, more, isDense: false };
}

/** Maximum length of cached words, in characters. Longer words are rare. */
const maxCachedLength = 64;

const cachedNamesOf = memoizeByWord(namesOf);

function namesOf(found: string): Pick<Word, 'term' | 'more'> {
  const term = fold(found);
  const more = new Set(stemsOf(term));
  const parts = found.split(camelJoint);
  if (parts.length > 1) for (const part of parts.map(fold)) for (const name of [part, ...stemsOf(part)]) more.add(name);
  return { term, more: [...more] };
}

const camelJoint = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Maximum length of a term, in characters; longer words are truncated. PostgreSQL allows 2,046 bytes. */
const maxTermLength = 64;

function fold(found: string): string {
  const plain = isAscii.test(found) ? found : found.normalize('NFKC').normalize('NFD').replaceAll(accents, '');
  const folded = plain.toLowerCase().replaceAll(/['’]/g, '').normalize('NFC');
  return folded.length > maxTermLength ? Array.from(folded).slice(0, maxTermLength).join('') : folded;
}

// oxlint-disable-next-line no-control-regex -- the ASCII range starts with control characters
const isAscii = /^[\0-\x7f]*$/;
const accents = /[\u0300-\u036f]/g;

/** Prefix of stems. No word begins with it. */
export const stemMark = '~';

/** The Porter stem of an English word, if it differs from the word. Other languages have no stems. */
function stemsOf(term: string): string[] {
  if (!isEnglish.test(term)) return [];
  const stem = stemmer(term);
  return stem === term ? [] : [stemMark + stem];
}

const isEnglish = /^[a-z]{3,}$/;
