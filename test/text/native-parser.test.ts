import { describe, expect, it, vi } from 'vitest';
import { blockProcessor } from '../../src/text/markdown/block-tree.ts';
import { hasComponents } from '../../src/text/markdown/component-tags.ts';
import { nativeParser } from '../../src/text/markdown/native-parser.ts';
import { createTextParser } from '../../src/text/markdown/parser.ts';
import { splitIntoParts } from '../../src/text/markdown/parts.ts';
import { findUrlSpan } from '../../src/text/markdown/url-spans.ts';
import { textsIn } from '../markdown-files.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

interface Node {
  readonly type: string;
  readonly position?: object;
  readonly children?: readonly Node[];
}

/** Nodes as data, with their places and the ranges of their URLs, which trees do not contain. */
const asData = ({ children = [] }: Node): unknown[] =>
  children.map((node) => ({ ...node, span: findUrlSpan(node), children: asData(node) }));

function natively(text: string): unknown[] | null {
  const tree = nativeParser.parse(text, known);
  return tree && asData(tree);
}

const known = { definitions: '', hasLineTags: true };

const expected = (text: string) => asData(blockProcessor.parse(text));

const fragments = [
  '',
  '',
  'Words with *marks* and `code`',
  'see [a] and [b][c] and a note[^n]',
  '# Heading',
  '## Another ##',
  '- item',
  '* item',
  '1. item',
  '2) two',
  '3. three',
  '  indented',
  '    code',
  '> quote',
  '>',
  '> - both',
  '| a | b |',
  '|---|:-:|',
  '|---|',
  '```js',
  '```',
  '~~~',
  '- ```',
  '> ```',
  '   ```',
  '<div>',
  '</div>',
  '<!--',
  '-->',
  '<!-- a -->',
  '<pre>',
  '</pre>',
  '<br>',
  '[a]: /a',
  '[b]: <b c> "t"',
  '[^n]: a note',
  '    more of it',
  '[c]:',
  '/late',
  '---',
  '***',
  'setext',
  '-',
  '+',
  '1)',
  '![i](/i.png)',
  '**bold** at',
  '\\',
  'a\\',
  'a  ',
  '- [ ] x',
  '- [x] *y*',
  '~~s~~ ~t~',
  '[x](/y "z")',
  '[x](<a b>)',
  '&amp; &#65; &nope;',
  '<a href="x">y</a>',
  'a | b',
  '--|--',
  '`` a ` b ``',
  '*a **b** c*',
  '_a_b_',
  '[![i](/j)](/k)',
  '  - nested',
  '    - deeper',
  '   1. n',
  'a&copy;b',
  '|',
  '| `a\\|b` | c |',
  '\ta',
  'Größe *ä* 中文**字**',
  '[a](b(c)d)',
  '[a]( b )',
  '[]()',
  '[a](',
  'x](y)',
  'https://example.org a@example.org',
  '{% hint %}',
  '{% endhint %}',
  '{% if x %} ',
  '{{< x >}}',
  ':::tip',
  ':::note[Title]',
  ':::',
  '/// note',
  '::card',
  'title: One',
  'list:',
  '$$a$$',
  '!!! note',
];

const end = fc.constantFrom('\n', '\n', '\n', '\n', '\r\n');
const lines = fc.array(
  fc.tuple(fc.constantFrom('', '', '', '> ', '- ', '  ', '1. '), fc.constantFrom(...fragments), end),
  {
    maxLength: 8,
  },
);

const characters = fc.array(fc.constantFrom(...'ab  \n\n*_`[]()!<>#-+1.|\\~:&;"\'/=^ {}$%@ä'.split('')), {
  maxLength: 40,
});

describe('the compiled parser', () => {
  it('reads random lines as micromark does, or not at all', () => {
    fc.assert(
      fc.property(lines, (parts) => {
        const text = parts.flat().join('');
        expect(natively(text) ?? expected(text)).toEqual(expected(text));
      }),
      { numRuns: allOrTenth(20_000) },
    );
  });

  it('reads random characters as micromark does, or not at all', () => {
    fc.assert(
      fc.property(characters, (parts) => {
        const text = parts.join('');
        expect(natively(text) ?? expected(text)).toEqual(expected(text));
      }),
      { numRuns: allOrTenth(10_000) },
    );
  });

  it('reads most of the documentation of others, and reads it as micromark does', async () => {
    const read = { natively: 0, otherwise: 0 };
    for await (const { path, text } of textsIn('test/data/fastify-docs.zip')) {
      if (hasComponents(text)) continue;
      for (const part of splitIntoParts(text)) {
        const tree = nativeParser.parse(part.text, known);
        read[tree ? 'natively' : 'otherwise'] += part.text.length;
        if (tree) expect(asData(tree), path).toEqual(expected(part.text));
      }
    }
    expect(read.natively).toBeGreaterThan(4 * read.otherwise);
  });

  it('loses nothing that it would read in another way', () => {
    // It drops the second line of this code.
    const text = '* a\n\n### B\n    one\n    two\n\nC';
    expect(asData(blockProcessor.parse(text))).toEqual(asData({ type: 'root', children: [...parse(text).children] }));
  });

  it('knows the definitions of other parts of a text', () => {
    const words = 'Words and more of them. '.repeat(50);
    const text = `# A\n\n[one] ${words}\n\n# B\n\n[two][Two] and [^n] and [none] ${words}\n\n# C\n\n[one]: /1\n[two]: /2 "T"\n\n[^n]: ${words}\n`;
    expect(splitIntoParts(text).length).toBeGreaterThan(2);
    expect(asData(parse(text))).toEqual(expected(text));
    expect(JSON.stringify(asData(parse(text))).match(/"(?:link|footnote)Reference"/g)).toHaveLength(3);
  });

  it('collects the definitions of a text without micromark', () => {
    const words = 'Words and more of them. '.repeat(50);
    const text = `# A\n\n[ÄB c] ${words}\n\n# B\n\n[äb  C]: /1\n\n[^n]: ${words}\n\n# C\n\n[^N] ${words}\n`;
    const micromark = vi.spyOn(blockProcessor, 'parse');
    const read = asData(parse(text));
    expect(micromark).not.toHaveBeenCalled();
    micromark.mockRestore();
    expect(read).toEqual(expected(text));
  });
});

const parse = createTextParser(blockProcessor, true);
