import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { PageText } from './vector.ts';
import { wordsOf, type Word } from './words.ts';

/**
 * Words one after the other, in hexadecimal: a phrase is in a text where its bytes are in those of the text. A word is
 * five bytes of its digest, a character of a language without spaces the three that it has. Only the first byte of each
 * is above 0x7f and says which of both it is, so that what is found begins and ends with words. See docs/adr/0012.
 */
export function runOf(words: readonly Word[]): string {
  let run = '';
  for (const { term, isDense } of words) run += isDense ? characterBytes(term) : wordBytes(term);
  return run;
}

/** Ends a text: what follows it stands in another, and is no phrase with it. */
const textEnd = 'ff';

/** Ends the title and the headings. The title ends with the first end of a text. */
const headingsEnd = 'fe';

/** The `run` of a page: first its title, then its headings, then the rest. */
export function pageRun({ title, description, sections }: PageText): string {
  const headings = [[...wordsOf(title)], ...sections.map((section) => section.title)];
  const texts = [[...wordsOf(description)], ...sections.map(({ text }) => text)];
  const joined = (parts: readonly (readonly Word[])[]) => parts.map((words) => runOf(words) + textEnd).join('');
  return (joined(headings) + headingsEnd + joined(texts)).slice(0, maxLength);
}

/** Two hundred thousand words; what is beyond is in no phrase. */
const maxLength = 2_000_000;

/** Two words have the same bytes once in thirteen thousand million. */
function wordBytes(term: string): string {
  let bytes = known.get(term);
  if (bytes === undefined) known.set(term, (bytes = digestBytes(term)));
  return bytes;
}

const known = new LRUCache<string, string>({ max: 20_000 });

const wordLength = 5;
const firstOfWords = 0x80;
const firstOfCharacters = 0xb0;

function digestBytes(term: string): string {
  const [first = 0, ...others] = createHash('sha256').update(term).digest().subarray(0, wordLength);
  const mark = firstOfWords + (first % (firstOfCharacters - firstOfWords));
  return Buffer.from([mark, ...others.map((byte) => byte & 0x7f)]).toString('hex');
}

/** Of two characters the first: the second comes with the next pair, or alone. */
function characterBytes(term: string): string {
  const code = term.codePointAt(0) ?? 0;
  return Buffer.from([firstOfCharacters + (code >> 14), (code >> 7) & 0x7f, code & 0x7f]).toString('hex');
}
