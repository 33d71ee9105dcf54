import { createHash } from 'node:crypto';
import type { PageText } from './vector.ts';
import { wordsOf, type Word } from './words.ts';

/**
 * Words one after the other: a phrase is in a text where its run is in that of the text. A word is six letters made of its
 * digest, the first of which is a capital and the others are none; a character of a language without spaces is itself. So
 * what is found begins and ends with words. See docs/adr/0012.
 */
export function runOf(words: readonly Word[]): string {
  let run = '';
  for (const { term, isDense } of words) run += isDense ? characterOf(term) : lettersOf(term);
  return run;
}

/** Ends a text: what follows it stands in another, and is no phrase with it. */
const textEnd = ' ';

/** The runs of a page: of its title and then its headings, and of its texts. */
export const pageRuns = ({ title, description, sections }: PageText): { headingRun: string; run: string } => ({
  headingRun: joined([[...wordsOf(title)], ...sections.map((section) => section.title)]),
  run: joined([[...wordsOf(description)], ...sections.map(({ text }) => text)]),
});

const joined = (texts: readonly (readonly Word[])[]) =>
  texts
    .map((words) => runOf(words) + textEnd)
    .join('')
    .slice(0, maxLength)
    .toWellFormed();

/** A hundred and sixty thousand words; what is beyond is in no phrase. */
const maxLength = 1_000_000;

/** Two words have the same letters once in twenty-eight thousand million. */
function lettersOf(term: string): string {
  let letters = known.get(term);
  if (letters !== undefined) return letters;
  letters = digestLetters(term);
  if (known.size >= maxKnown) known.clear();
  known.set(term, letters);
  return letters;
}

const known = new Map<string, string>();
const maxKnown = 20_000;

const wordLength = 6;
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const others = '0123456789abcdefghijklmnopqrstuvwxyz!#$%&()*+,-./:;<=>?@[]^_{|}~';

function digestLetters(term: string): string {
  const [first = 0, ...rest] = createHash('sha256').update(term).digest().subarray(0, wordLength);
  return capitals.charAt(first % capitals.length) + rest.map((byte) => others.charAt(byte % others.length)).join('');
}

/** Of two characters the first: the second comes with the next pair, or alone. One that folds to ASCII is a word. */
function characterOf(pair: string): string {
  const character = String.fromCodePoint(pair.codePointAt(0) ?? 0x20);
  return character > '\x7f' ? character : lettersOf(character);
}
