import { describe, expect, it } from 'vitest';
import { blockProcessor } from '../../src/text/markdown/block-tree.ts';
import { hasComponents } from '../../src/text/markdown/component-tags.ts';
import { parseParts } from '../../src/text/markdown/parse-parts.ts';
import { splitIntoParts } from '../../src/text/markdown/parts.ts';
import { findUrlSpan } from '../../src/text/markdown/url-spans.ts';
import { textsIn } from '../markdown-files.ts';
import { fc } from '../setup/properties.ts';
import { allOrOne, allOrTenth } from '../setup/size.ts';

interface Node {
  readonly type: string;
  readonly children?: readonly Node[];
}

/** A tree as data, with the ranges of its URLs, which trees do not contain. */
const asData = (node: Node): unknown => ({
  ...node,
  url: findUrlSpan(node),
  ...(node.children && { children: node.children.map(asData) }),
});

const parse = (text: string) => blockProcessor.parse(text);
const blocksOf = ({ children }: Node) => JSON.stringify(children?.map(asData));

/** The blocks of a text that is parsed in parts of at least some characters, beside those of the whole. */
function bothWays(text: string, minLength: number) {
  const parts = splitIntoParts(text, minLength);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  return { inParts: blocksOf(parseParts(text, parts, parse)), whole: blocksOf(parse(text)) };
}

// A tag over several lines that has no end would be no good line: as a whole, micromark then takes quotes below it for lazy lines.
const lines = [
  '',
  '',
  '',
  'Words with *marks* and `code`',
  'see [a] and [b][c] and a note[^n]',
  '# Heading',
  '## Another ##',
  '- item',
  '* item',
  '1. item',
  '  indented',
  '    code',
  '\tcode',
  '> quote',
  '>',
  '> - both',
  '| a | b |',
  '|---|---|',
  '```js',
  '```',
  '~~~',
  '~~~~ x',
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
  '<script>',
  '</script>',
  '<?php',
  '?>',
  '<!X',
  '<![CDATA[',
  ']]>',
  '[a]: https://example.org/a',
  '[b]: <b c> "t"',
  '[^n]: a note',
  '    more of it',
  '[c]:',
  '/late',
  '---',
  '***',
  '===',
  'setext',
  '::card',
  'key: value',
  ':::tip',
  ':::',
  '{% hint style="info" %}',
  '{% endhint %}',
  '{% @mermaid/diagram content="a\n\nb\n" %}',
  '$$',
  '!!! note "T"',
  '=== "Tab"',
  '![i](/i.png)',
  '**bold** at the start',
  'https://example.org www.example.org a@example.org',
  '-',
  '+',
  '1)',
  '\\',
  'a\\',
  'a  ',
];

const ends = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');

describe('a text that is parsed in parts', () => {
  it('has the blocks, places and URLs of the whole', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...lines), ends), { maxLength: 40 }), (random) => {
        const { inParts, whole } = bothWays(random.flat().join(''), 1);
        expect(inParts).toBe(whole);
      }),
      { numRuns: allOrTenth(10_000) },
    );
  });

  it('has them for documentation of others', async () => {
    let count = 0;
    for await (const { path, text } of textsIn('test/data/fastify-docs.zip')) {
      if (hasComponents(text)) continue;
      for (const minLength of allOrOne([500, 1], 0)) {
        const { inParts, whole } = bothWays(text, minLength);
        expect(inParts, path).toBe(whole);
      }
      count += splitIntoParts(text).length;
    }
    expect(count).toBeGreaterThan(100);
  });
});
