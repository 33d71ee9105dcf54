import { describe, expect, it } from 'vitest';
import { readMarkdownFacts } from '../../src/text/markdown/markdown-facts.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { fc } from '../setup/properties.ts';
import { allOrTenth } from '../setup/size.ts';

const read = (markdown: string): any => JSON.parse(JSON.stringify(documentFromMarkdown(markdown)));

/** What a title says: each text with its marks, and each link with its address. */
const said = (nodes: readonly any[]): unknown[] =>
  nodes.flatMap((node) =>
    node.object === 'text'
      ? node.leaves.map(({ text, marks }: any) => [text, ...marks.map(({ type }: any) => type)])
      : [{ [node.type]: node.data.ref?.url ?? node.data.formula ?? node.data.code, nodes: said(node.nodes ?? []) }],
  );

const fold = (title: string) => `<details>\n\n<summary>${title}</summary>\n\ntext\n\n</details>\n`;
const titleOf = (markdown: string) => said(read(markdown).nodes[0].fragments[0].nodes[0].nodes);

describe('The title of a fold', () => {
  const marked = [['A '], ['bold', 'bold'], [' word']];
  it.each([
    ['with blank lines around it', fold('A **bold** word')],
    ['without them', '<details>\n<summary>A **bold** word</summary>\ntext\n</details>\n'],
    ['on the line of its fold', '<details><summary>A **bold** word</summary>text</details>\n'],
    ['on a line of its own', '<details>\n<summary>\nA **bold** word\n</summary>\ntext\n</details>\n'],
    ['with marks of HTML', fold('A <strong>bold</strong> word')],
  ])('is Markdown %s', (_where, text) => {
    expect(titleOf(text)).toEqual(marked);
  });

  it('is Markdown in an item of a list and in a cell', () => {
    const item = read('- <details>\n  <summary>A **bold** word</summary>\n  text\n  </details>\n');
    expect(JSON.stringify(item)).toContain('"text":"bold","marks":[{"object":"mark","type":"bold"}]');
    const cell = read(
      '<table><tr><th>a</th></tr><tr><td><details><summary>A **bold** word</summary>text</details></td></tr></table>\n',
    );
    expect(JSON.stringify(cell)).toContain('"text":"bold","marks":[{"object":"mark","type":"bold"}]');
  });

  it('begins no block: it is one line', () => {
    for (const title of ['1. First', '# Not a heading', '- a', '&gt; b', '    indented'])
      expect(titleOf(fold(title))).toEqual([[title.trim().replace('&gt;', '>')]]);
  });

  it('has links and images that are found where they stand', () => {
    const text = `Before.\n\n${fold('A [page](a.md), <a href="b.md">b</a> and ![c](c.png)')}`;
    const { urls } = readMarkdownFacts(text);
    expect(urls.map(({ url, image }) => [url, image])).toEqual([
      ['a.md', false],
      ['b.md', false],
      ['c.png', true],
    ]);
    for (const { url, start, end } of urls) expect(text.slice(start, end)).toBe(url);
  });

  it('has one link where the text of a link is its address', () => {
    const title = titleOf(fold('See <a href="https://x.test">https://x.test</a>'));
    expect(title).toEqual([['See '], { link: 'https://x.test', nodes: [['https://x.test']] }]);
  });

  it('says the same after it was written anew, whatever its text is', () => {
    const part = fc.constantFrom(
      ...'* ** _ ` [ ](x) \\ ~~ $$ a_b <b> &amp; ^ word { ! | é 文 [^1]'.split(' '),
      ' ',
      '1. ',
      '# ',
      '- ',
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('bold', 'code', null),
        (parts, mark) => {
          const text = parts.join('').replaceAll(/\s+/g, ' ').trim();
          fc.pre(text !== '');
          const document = read(fold('title'));
          const [leaf] = document.nodes[0].fragments[0].nodes[0].nodes[0].leaves;
          leaf.text = text;
          if (mark !== null) leaf.marks = [{ object: 'mark', type: mark }];
          expect(titleOf(markdownFromDocument(document, 'body'))).toEqual([[text, ...(mark === null ? [] : [mark])]]);
        },
      ),
      { numRuns: allOrTenth(1_000) },
    );
  });

  it('keeps its spelling where a word of it is changed', () => {
    const text = fold('A **bold** `word` &amp; [more](https://x.test)');
    const document = read(text);
    const [title] = document.nodes[0].fragments[0].nodes[0].nodes;
    title.leaves[1].text = 'strong';
    expect(markdownFromDocument(document, 'body')).toBe(text.replace('bold', 'strong'));
  });
});
