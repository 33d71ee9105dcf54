import { createHash } from 'node:crypto';
import type { PageText } from './vector.ts';
import { cachedByWord } from './word-cache.ts';
import { splitWords, type Word } from './words.ts';

/**
 * Encodes words in sequence, so that a phrase occurs in a text exactly where its sequence is a substring of that of the
 * text. A word becomes six characters of its digest, of which only the first is a capital letter; a character of a script
 * without spaces stands for itself. See docs/adr/0012-search-by-keyed-words.md, which calls the sequence a run.
 */
export function sequenceOf(words: readonly Word[]): string {
  let sequence = '';
  for (const { term, isDense } of words) sequence += isDense ? characterOf(term) : codeOf(term);
  return sequence;
}

/** Separates texts, so that no phrase matches across two of them. */
const textEnd = ' ';

/** The sequences of a page, named as their columns: of its title and headings, and of its other texts. */
export const pageSequences = ({ title, description, sections }: PageText): { headingRun: string; run: string } => ({
  headingRun: joined([[...splitWords(title)], ...sections.map((section) => section.title)]),
  run: joined([[...splitWords(description)], ...sections.map(({ text }) => text)]),
});

const joined = (texts: readonly (readonly Word[])[]) =>
  texts
    .map((words) => sequenceOf(words) + textEnd)
    .join('')
    .slice(0, maxLength)
    .toWellFormed();

/** About 160,000 words. Phrases beyond are not found. */
const maxLength = 1_000_000;

const codeLength = 6;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const others = '0123456789abcdefghijklmnopqrstuvwxyz!#$%&()*+,-./:;<=>?@[]^_{|}~';

/** Two words have the same code with a probability of one in 28,000 million. */
const codeOf = cachedByWord((term) => {
  const [first = 0, ...rest] = createHash('sha256').update(term).digest().subarray(0, codeLength);
  return capitals.charAt(first % capitals.length) + rest.map((byte) => others.charAt(byte % others.length)).join('');
});

/** The first character of a pair; the second one begins the next pair. A character that folds to ASCII is coded as a word. */
function characterOf(pair: string): string {
  const character = String.fromCodePoint(pair.codePointAt(0) ?? 0x20);
  return character > '\x7f' ? character : codeOf(character);
}
