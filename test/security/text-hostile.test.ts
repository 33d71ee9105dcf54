import { describe, expect, it } from 'vitest';
import { evaluateExpressions } from '../../src/text/content/evaluate-expressions.ts';
import { readFrontMatter, splitFrontMatter } from '../../src/text/markdown/front-matter.ts';
import { scanTags } from '../../src/text/markdown/html-tags.ts';
import { joinLines } from '../../src/text/rich-text/read/inline-nodes.ts';
import { parseAttributes } from '../../src/text/markdown/attributes.ts';
import { splitHtml, tagOfLine } from '../../src/text/rich-text/read/tag-syntax.ts';
import { unparsedDocument } from '../../src/text/rich-text/read/unparsed-document.ts';
import { plainText } from '../../src/text/markdown/plain-text.ts';
import { listSections } from '../../src/text/search/sections.ts';
import { splitWords } from '../../src/text/search/words.ts';
import { mainThreadMs } from '../setup/thread-time.ts';

/**
 * Functions that read texts of callers in the main thread. The parser is not among them, because it has tests and a
 * budget of its own.
 */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  sectionsOf: listSections,
  plainText,
  splitWords: (text) => [...splitWords(text)],
  splitFrontMatter,
  readFrontMatter,
  joinLines,
  parseAttributes,
  splitHtml,
  tagOfLine,
  unparsedDocument: (text) => unparsedDocument(text, 'it is long', {}),
  evaluate: (text) => evaluateExpressions(text, { page: { a: 'b' }, space: {} }),
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
  '<A b={',
  '<A b={\n',
  '<Note>\n',
  '</Note>\n',
  '::a\n---\nb: c\n',
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

/** Milliseconds of processor time. Quadratic time would take minutes. */
const limitMs = 5_000;

describe.each(Object.entries(readers))('%s', (name, read) => {
  it(`${name} takes time that grows linearly with the length of a hostile text`, () => {
    for (const [name, text] of texts) {
      const before = mainThreadMs();
      read(text);
      expect(mainThreadMs() - before, name).toBeLessThan(limitMs);
    }
  });
});

it('the source of a long line is cut into pieces in linear time', () => {
  const before = mainThreadMs();
  unparsedDocument('a'.repeat(100 * length), 'it is long', {});
  expect(mainThreadMs() - before).toBeLessThan(limitMs);
});
