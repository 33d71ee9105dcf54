import { stemmer } from 'stemmer';

/** A word of a text, or two characters of a language that puts no spaces between words. */
export interface Word {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  /** As it is compared: without case, accents and compatibility forms. */
  readonly term: string;
  /** What it is found by beside its term: `~` and the English stem, the parts of `camelCase`. */
  readonly more: readonly string[];
  /** Of a language without spaces between words. */
  readonly isDense: boolean;
}

/**
 * The words of a text, in order. PostgreSQL's own parser depends on the locale of the database and takes a Chinese
 * sentence for one word; this one is the same everywhere. Dense scripts come as overlapping pairs of characters, the
 * last character of a run alone, so that each character begins a word.
 */
export function* wordsOf(text: string): Generator<Word> {
  const isSimple = isAscii.test(text);
  for (const match of text.matchAll(isSimple ? asciiRun : run)) {
    const [found] = match;
    if (isSimple || isAscii.test(found)) yield wordOf(found, match.index);
    // What is nothing but accents is no word.
    else for (const word of mixedWords(found, match.index)) if (word.term !== '') yield word;
  }
}

/** Letters, digits and what belongs to them; apostrophes within a word; emojis. */
const run = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|\p{Extended_Pictographic}/gu;

/** The same, where there is nothing but ASCII: eight times as fast. */
const asciiRun = /[a-z\d]+(?:'[a-z]+)*/gi;

/** Scripts that are written without spaces, and Korean, whose particles stick to the words. */
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
  const { term, more } = found.length > maxKnownLength ? namesOf(found) : knownNames(found);
  return { start, end: start + found.length, term, more, isDense: false };
}

/** Longer words are rare, and mostly none. */
const maxKnownLength = 64;

function knownNames(found: string): Pick<Word, 'term' | 'more'> {
  const names = known.get(found);
  if (names !== undefined) return names;
  // What is cut out of a text keeps all of the text alive: what is kept is cut out of a copy of the word.
  const copy = Buffer.from(found, 'utf16le').toString('utf16le');
  const made = namesOf(copy);
  if (known.size >= maxKnown) known.clear();
  known.set(copy, made);
  return made;
}

/** Few words make most of all texts. Emptied when it is full: to keep the order of use costs more than to begin anew. */
const known = new Map<string, Pick<Word, 'term' | 'more'>>();
const maxKnown = 20_000;

function namesOf(found: string): Pick<Word, 'term' | 'more'> {
  const term = fold(found);
  const more = new Set(stemsOf(term));
  const parts = found.split(camelJoint);
  if (parts.length > 1) for (const part of parts.map(fold)) for (const name of [part, ...stemsOf(part)]) more.add(name);
  return { term, more: [...more] };
}

const camelJoint = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Longer words are compared by their beginning. PostgreSQL's own limit is 2,046 bytes. */
const maxTermLength = 64;

function fold(found: string): string {
  const plain = isAscii.test(found) ? found : found.normalize('NFKC').normalize('NFD').replaceAll(accents, '');
  const folded = plain.toLowerCase().replaceAll(/['’]/g, '').normalize('NFC');
  return folded.length > maxTermLength ? Array.from(folded).slice(0, maxTermLength).join('') : folded;
}

// oxlint-disable-next-line no-control-regex -- the range of ASCII begins with them
const isAscii = /^[\0-\x7f]*$/;
const accents = /[\u0300-\u036f]/g;

/** Marks a stem, which no word can begin with. */
export const stemMark = '~';

/** The stem of an English word, by Porter; the word itself stays beside it, as other languages have no stems here. */
function stemsOf(term: string): string[] {
  if (!isEnglish.test(term)) return [];
  const stem = stemmer(term);
  return stem === term ? [] : [stemMark + stem];
}

const isEnglish = /^[a-z]{3,}$/;
