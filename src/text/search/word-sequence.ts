import { createHash } from 'node:crypto';
import type { PageText } from './vector.ts';
import { memoizeByWord } from './word-cache.ts';
import { splitWords, type Word } from './words.ts';

/**
 * Encodes words so that a text contains a phrase exactly if its sequence contains that of the phrase as a substring. A
 * word becomes six characters of its digest, of which only the first is a capital letter; a character of a script
 * without spaces stands for itself. See docs/adr/0012-search-by-keyed-words.md, which calls the sequence a run.
 */
export function readSequence(words: readonly Word[]): string {
  let sequence = '';
  for (const { term, isDense } of words) sequence += isDense ? readCharacter(term) : codeOf(term);
  return sequence;
}

/** Separates texts, so that no phrase matches across two of them. */
const textEnd = ' ';

/** The sequences of a page, named like the columns: of its title and headings, and of its other texts. */
export const pageSequences = ({ title, description, sections }: PageText): { headingRun: string; run: string } => ({
  headingRun: joined([[...splitWords(title)], ...sections.map((section) => section.title)]),
  run: joined([[...splitWords(description)], ...sections.map(({ text }) => text)]),
});

const joined = (texts: readonly (readonly Word[])[]) =>
  texts
    .map((words) => readSequence(words) + textEnd)
    .join('')
    .slice(0, maxLength)
    .toWellFormed();

/** Maximum length of a sequence, in characters: about 160,000 words. Later phrases are not found. */
const maxLength = 1_000_000;

const codeLength = 6;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const others = '0123456789abcdefghijklmnopqrstuvwxyz!#$%&()*+,-./:;<=>?@[]^_{|}~';

/** Code of a word. Two words collide with a probability of 1 in 28 billion. */
const codeOf = memoizeByWord((term) => {
  const [first = 0, ...rest] = createHash('sha256').update(term).digest().subarray(0, codeLength);
  return capitals.charAt(first % capitals.length) + rest.map((byte) => others.charAt(byte % others.length)).join('');
});

/**
 * The code of a pair: its first character, because the second begins the next pair. A character that folds to ASCII is
 * coded as a word.
 */
function readCharacter(pair: string): string {
  const character = String.fromCodePoint(pair.codePointAt(0) ?? 0x20);
  return character > '\x7f' ? character : codeOf(character);
}
