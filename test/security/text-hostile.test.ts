import { describe, expect, it } from 'vitest';
import { evaluate } from '../../src/domain/content/evaluate.ts';
import { readFrontMatter, splitFrontMatter } from '../../src/domain/imports/front-matter.ts';
import { scanTags } from '../../src/domain/imports/html-tags.ts';
import { prepareText } from '../../src/domain/pdf/source.ts';
import { onOneLine } from '../../src/domain/rich-text/inlines-from-markdown.ts';
import { separateHints } from '../../src/domain/rich-text/markdown.ts';
import { cutVerbatim } from '../../src/domain/rich-text/verbatim.ts';
import { plainLine } from '../../src/domain/search/plain-text.ts';
import { sectionsOf } from '../../src/domain/search/sections.ts';
import { wordsOf } from '../../src/domain/search/words.ts';

/** What reads texts of callers in the thread that answers requests, beside the parser, which has tests and a budget of its own. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  sectionsOf,
  plainLine,
  wordsOf: (text) => [...wordsOf(text)],
  splitFrontMatter,
  readFrontMatter,
  onOneLine,
  cutVerbatim,
  separateHints,
  prepareText: (text) => prepareText(`$$a$$ ${text}`),
  evaluate: (text) => evaluate(text, { page: { a: 'b' }, space: {} }),
  scanTags: (text) => [...scanTags(text)],
};

const length = 150_000;
const repeated = (piece: string) => piece.repeat(Math.ceil(length / piece.length));

const pieces = [
  ' ',
  '\t',
  '\r',
  '\n',
  '`',
  '~',
  '#',
  '[',
  ']',
  '(',
  '*',
  '_',
  '|',
  '<',
  '>',
  '$',
  '-',
  '=',
  '&',
  '\\',
  '"',
  ':',
  '{%',
  '{{',
  '](',
  '![',
  '<a ',
  '<!--',
  '$$a',
  ' #',
  '| a ',
  '|-',
  '- ',
  '> ',
  '1. ',
  '```\n',
  '~~~a\n',
  '---\n',
  '{% hint ',
  '{% hint style="info" %}\n',
  '[]: ',
  '[^a]',
  '*a **b ',
  '日',
  '\u0301',
  'x="',
  '{{ a',
  'http://',
];
const texts: readonly (readonly [string, string])[] = [
  ...pieces.map((piece) => [JSON.stringify(piece), repeated(piece)] as const),
  ['blanks within a heading', `# a${' '.repeat(length)}b`],
  ['blanks within a line', `a${' '.repeat(length)}b`],
  ['blanks before a line break', `a${' '.repeat(length)}\nb`],
  ['a fence without an end', `${'`'.repeat(length / 10)}\n${'a'.repeat(length)}`],
  ['front matter of brackets', `---\n${'['.repeat(60_000)}\n---\n`],
  ['front matter of lists', `---\n${'- '.repeat(30_000)}\n---\n`],
  ['front matter of keys', `---\n${'? '.repeat(30_000)}\n---\n`],
];

/** Milliseconds of processor time; what is quadratic takes minutes. */
const limitMs = 5_000;

describe.each(Object.entries(readers))('%s', (_name, read) => {
  it('takes a time that grows with the length of any text', () => {
    for (const [name, text] of texts) {
      const before = process.cpuUsage();
      read(text);
      expect(process.cpuUsage(before).user / 1_000, name).toBeLessThan(limitMs);
    }
  }, 120_000);
});
