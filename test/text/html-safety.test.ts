import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostileTexts } from '../../bench/hostile/grammar.ts';
import { compileText } from '../../src/text/html/compile-text.ts';
import type { DocumentReference } from '../../src/text/rich-text/content-reference.ts';
import { fc } from '../setup/properties.ts';
import { allOr, allOrOne, allOrTenth } from '../setup/size.ts';
import { fill, problemsOfHtml } from './html-checks.ts';
import { xssVectors } from './imports-xss.ts';

const allBlocks = readFileSync('test/data/all-blocks.md', 'utf8');

/** What URLs of texts refer to, of every kind. */
const references: [string, DocumentReference][] = [
  ['guide.md', { kind: 'page', page: 'pag_1' }],
  ['guide.md#a', { kind: 'anchor', page: 'pag_1', anchor: 'a' }],
  ['files/manual.pdf', { kind: 'file', file: 'fil_1' }],
  ['include:../includes/legal.md', { kind: 'reusable-content', reusableContent: 'reu_1' }],
];

/** The problems of a text with all, and with none of its targets. */
const problemsIn = (markdown: string, isIncluded = false) => {
  const compiled = compileText(markdown, { references, isIncluded, hasFrontMatter: true });
  return [true, false].flatMap((isShown) => problemsOfHtml(fill(compiled, isShown).html.html));
};

/** Pieces of Markdown from which texts are put together. */
const pieces = [
  ...allBlocks.split(/\n\n+/),
  ...xssVectors,

  '\n',
  '\n\n',
  ' ',
  '  \n',
  '    ',
  '> ',
  '* ',
  '1. ',
  '\t',
  '|',
  '`',
  '```',
  '$$',
  '$',
  '**',
  '_',
  '~~',
  '[',
  '](',
  ')',

  '[^note]',
  '[^note]: a[^note]',
  '{#x}',
  '# x',
  '## x {#x}',
  '<a id="x"></a>',
  '#x',
  '\0',
  '&#0;',
  '&NewLine;',
  'guide.md',
  '[a](guide.md)',
  '[![a](files/manual.pdf)](guide.md#a "mention")',
  '![](javascript:alert(1))',
  '{% include "../includes/legal.md" %}',
  '{% file src="files/manual.pdf" %}a[^note]{% endfile %}',

  '<table><tr><td>',
  '</td></tr></table>',
  '<details>',
  '<summary>',
  '</details>',
  '<div align="center">',
  '</div>',

  '{% tabs %}',
  '{% tab title="</details>" %}',
  '{% endtab %}',
  '{% endtabs %}',
  '{% hint style="x\\" %}',
  '{% endhint %}',

  String.raw`$$\href{javascript:alert(1)}{x}$$`,
  String.raw`$$\color{red}{\text{</mtext><script>}}\style{color:red}{x}$$`,
];

const aText = fc
  .array(
    fc.oneof({ arbitrary: fc.constantFrom(...pieces), weight: 6 }, fc.string({ unit: 'grapheme', maxLength: 12 })),
    {
      maxLength: 24,
    },
  )
  .chain((parts) => fc.constantFrom('', '\n', '\n\n').map((between) => parts.join(between)));

describe('the HTML of a text', () => {
  it('is accepted by a strict parser as it is, runs nothing, and has each id once, whatever the text is', () => {
    fc.assert(
      fc.property(aText, fc.boolean(), (markdown, isIncluded) => {
        expect(problemsIn(markdown, isIncluded)).toEqual([]);
      }),
      { numRuns: allOrTenth(2_000) },
    );
  });

  it('with every block is accepted by a strict parser, alone and in another text', () => {
    expect([...problemsIn(allBlocks), ...problemsIn(allBlocks, true)]).toEqual([]);
  });

  it('of each known attack runs nothing', () => {
    const places = [
      '?',
      '*?*',
      '> ?',
      '- ?',
      '|a|\n|-|\n|?|',
      '[a](?)',
      '![a](<?>)',
      '$$?$$',
      '# ?',
      '```js ?\n?\n```',
    ];
    const texts = xssVectors.flatMap((vector, at) =>
      allOrOne(places, at).map((place) => place.replaceAll('?', () => vector)),
    );
    expect(texts.flatMap((text) => problemsIn(text).map((problem) => [text, problem]))).toEqual([]);
  });

  it('of hostile texts is whole, and a text that is too intricate is its source', () => {
    const small = hostileTexts().filter(({ bytes }) => bytes === 10_000);
    for (const { name, text } of small.slice(0, allOr(small.length, 5)))
      expect(problemsIn(text()).map((problem) => `${name}: ${problem}`)).toEqual([]);
  });
});

describe('the check of HTML', () => {
  it.each([
    ['a paragraph in a paragraph', '<p>a<p>b</p></p>'],
    ['a block in a paragraph', '<p>a<ul><li>b</li></ul></p>'],
    ['a link in a link', '<a href="/a">a<a href="/b">b</a></a>'],
    ['a text in a table', '<table>a<tbody><tr><td>b</td></tr></tbody></table>'],
    ['an open tag', '<p>a'],
    ['an id twice', '<p id="a">a</p><p id="a">b</p>'],
    ['a style', '<p style="color:red">a</p>'],
    ['a handler', '<img src="a.png" onerror="alert(1)">'],
    ['a script as an address', '<a href="javascript:alert(1)">a</a>'],
    ['an attribute without quotes', '<p id=a>a</p>'],
    ['a bare angle bracket', '<p>a < b</p>'],
  ])('finds %s', (_what, text) => {
    expect(problemsOfHtml(text)).not.toEqual([]);
  });
});
