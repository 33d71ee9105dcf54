import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../src/text/imports/unpack/zip.ts';
import type { Block } from '../../src/text/rich-text/document.ts';
import { unparsedDocument } from '../../src/text/rich-text/read/unparsed-document.ts';
import { documentFromMarkdown } from '../../src/text/rich-text/read/document-from-markdown.ts';
import { passagesShownAsSource } from '../../src/text/rich-text/shown-source.ts';
import { markdownFromDocument } from '../../src/text/rich-text/write/markdown-from-document.ts';
import { problemsIn } from '../document-checks.ts';
import { checkWriteBack } from '../write-back.ts';
import { allOrTenth } from '../setup/size.ts';
import { fc } from '../setup/properties.ts';

const sent = (document: unknown): any => JSON.parse(JSON.stringify(document));
const typesIn = (markdown: string) => documentFromMarkdown(markdown).nodes.map(({ type }) => type);

describe('the syntax of other houses', () => {
  it.each([
    ['a hint', '{% hint style="info" %}\n* a\n{% endhint %}', 'hint'],
    ['an admonition of Docusaurus', ':::tip[My *title*]\nText\n:::', 'hint'],
    ['a container whose title has the word title', '::: warning A title\nText\n:::', 'hint'],
    ['a container of VitePress', '::: warning  A title\nText\n\n- a\n:::', 'hint'],
    ['a container with code in its title', '::: tip A `title`\nText\n:::', 'hint'],
    ['a container of Quarto', '::: {.callout-note title="T"}\nText\n:::', 'hint'],
    ['a container of MyST', ':::{warning} Title\nText\n:::', 'hint'],
    ['a block of pymdownx', '/// note | Title\nText\n\n- a\n///', 'hint'],
    ['blocks of pymdownx in each other', '//// note\n/// tip | Title\nText\n///\n////', 'hint'],
    ['a block of pymdownx with options', '/// admonition | Title\n    type: warning\n\nText\n///', 'hint'],
    ['a block of pymdownx that opens', '/// details | Title\n    open: True\n\nText\n///', 'expandable'],
    ['a callout of Hugo', '{{< callout type="warning" >}}\nText\n{{< /callout >}}', 'hint'],
    ['a notice of Hugo', '{{% notice tip "Title" %}}\nText\n{{% /notice %}}', 'hint'],
    ['slashes without a partner', '/// note for readers', 'paragraph'],
    ['a container of VitePress that opens', '::: details Title\nText\n:::', 'expandable'],
    ['an admonition of MkDocs', '!!! note "Title"\n\n    Text *x*\n\n    - a', 'hint'],
    ['a foldable admonition of MkDocs', '??? tip "Title"\n    Text', 'expandable'],
    ['tabs of MkDocs', '=== "A"\n\n    a\n\n=== "B"\n\n    b', 'tabs'],
    ['an alert of GitHub', '> [!WARNING]\n> Text', 'hint'],
    [
      'tabs',
      '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n\n{% tab title="B" %}\n```sh\n{% endtabs %}\n```\n{% endtab %}\n{% endtabs %}',
      'tabs',
    ],
    ['tabs of Docusaurus', '<Tabs>\n<TabItem value="a" label="A">\n\nText\n\n</TabItem>\n</Tabs>', 'tabs'],
    ['a code group of VitePress', '::: code-group\n```js [a.js]\nx\n```\n```ts [b.ts]\ny\n```\n:::', 'tabs'],
    ['a stepper', '{% stepper %}\n{% step %}\n### One\n{% endstep %}\n{% endstepper %}', 'stepper'],
    [
      'columns',
      '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% column %}\nb\n{% endcolumn %}\n{% endcolumns %}',
      'columns',
    ],
    ['details', '<details>\n\n<summary>A</summary>\n\nText *x*\n\n</details>', 'expandable'],
    ['details without blank lines', '<details>\n<summary>A_b_</summary>\nText\n</details>', 'expandable'],
    ['a component with a text', '<Note>\nText\n</Note>', 'hint'],
    ['an image in upper case', '<IMG SRC="https://x.test/x.png" />', 'images'],
    ['a component without a text', '<Chart kind="bar" />', 'code'],
    ['an include of mdBook', '{{#include ../listings/a.rs}}', 'code'],
    ['a shortcode of Hugo', '{{< ref "a.md" >}}', 'code'],
    ['an include of Jekyll', '{% include nav.html %}', 'code'],
    ['statements of MDX', "import Tabs from '@theme/Tabs';", 'code'],
    ['a formula', '$$\na_1 * b_2 * c \\\\\n\n\\frac{1}{2}\n$$', 'math'],
    ['an embed', '{% embed url="https://x.test/a_b_c?d=*e*" %}', 'embed'],
    ['a figure', '<figure><img src="a.png" alt="A"><figcaption><p>Words</p></figcaption></figure>', 'images'],
    ['a comment', '<!-- a\n\n* b -->', 'markdown'],
    ['an unclosed tag', '{% tabs %}', 'code'],
  ])('the source of %s is read as a block and written back byte for byte', (_what, source, type) => {
    expect(typesIn(source)).toEqual([type]);
    for (const text of [
      source,
      `# Title\n\nBefore\n\n${source}\n\nAfter`,
      `> ${source.replaceAll('\n', '\n> ')}`,
      `- a\n\n  ${source.replaceAll('\n', '\n  ')}\n`,
    ]) {
      const document = sent(documentFromMarkdown(text));
      expect(markdownFromDocument(document, 'body')).toBe(text);
      expect(problemsIn(document)).toEqual([]);
    }
  });

  it.each([
    ['in code', '```\n{% embed url="x" %}\n$$\n:::tip\n```', 'code'],
    ['in indented code', '    {% embed url="x" %}', 'code'],
    ['in a line of text', 'a {% embed url="x" %} b', 'paragraph'],
    ['of two prices', 'It costs $$ or $ 5', 'paragraph'],
  ])('the tag or formula %s is not read as a block', (_where, source, type) => {
    expect(typesIn(source)).toEqual([type]);
  });
});

/** The first text of a block that can be changed without changing its kind. */
function changeText(node: any): boolean {
  if (node.object === 'leaf') {
    if (!/^[a-z]/i.test(node.text)) return false;
    node.text = `Changed ${node.text}`;
    return true;
  }
  return [...(node.leaves ?? []), ...(node.nodes ?? [])].some((inside) => changeText(inside));
}

describe('the title of a container', () => {
  it.each([
    [':::tip[My title]\nText\n:::', 'My title'],
    ['::: warning A title\nText\n:::', 'A title'],
    [':::note{title="Own"}\nText\n:::', 'Own'],
    ['!!! note "Quoted"\n\n    Text', 'Quoted'],
  ])('the title of %j is the heading of its hint', (source, title) => {
    expect(documentFromMarkdown(source).nodes[0]?.nodes?.[0]).toMatchObject({
      type: 'heading-3',
      nodes: [{ leaves: [{ text: title }] }],
    });
  });
});

describe('passages shown as source', () => {
  it('passages that no block expresses are found in other blocks too, but not in code that was written as code', () => {
    const text =
      '<Only>\n\n```jsx\n<App />\n```\n\n<Chart kind="bar" />\n\n</Only>\n\n- a\n\n  {{< toc >}}\n\n      <Indented />\n';
    expect(passagesShownAsSource(text)).toEqual(['<Chart kind="bar" />', '{{< toc >}}']);
  });
});

describe('a document that is written back', () => {
  it.each([
    ['front matter and the last line', '---\na: 1\n---\n# T\n\nText here', '---\na: 1\n---\n# Changed T\n\nText here'],
    ['an info string', '```js {1,3} title="a.js"\na\n```\n', null],
    ['the marks of a list', '* one\n* two\n\n  more', '* Changed one\n* two\n\n  more'],
    ['a container', ':::tip Title\nText [a](b.md)\n:::', ':::tip Changed Title\nText [a](b.md)\n:::'],
    ['a mark', 'A <mark style="color:red;">red</mark> word', 'Changed A <mark style="color:red;">red</mark> word'],
    ['line breaks', 'one\ntwo  \nthree', null],
    ['a footnote', 'Word[^1] more\n\n[^1]: Body', 'Changed Word[^1] more\n\n[^1]: Body'],
    ['a table', '| a | b |\n|:--|---|\n| c | d |', null],
    ['an indented admonition', '!!! note\n\n    Body\n', '!!! note\n\n    Changed Body\n'],
    ['CRLF', 'One\r\n\r\n* Two\r\n', 'Changed One\r\n\r\n* Two\r\n'],
    ['JSX', 'Text <Badge a="b" /> more', 'Changed Text <Badge a="b" /> more'],
    ['a link by reference', 'See [a][b] here\n\n[b]: https://x.test', 'Changed See [a][b] here\n\n[b]: https://x.test'],
  ])('the source of %s is kept when a text beside it changes', (_what, source, changed) => {
    const document = sent(documentFromMarkdown(source, { hasFrontMatter: true }));
    if (changed === null) {
      expect(markdownFromDocument(document, 'body')).toBe(source);
      return;
    }
    expect(document.nodes.some((node: Block) => changeText(node))).toBe(true);
    expect(markdownFromDocument(document, 'body')).toBe(changed);
  });

  it('a new block is put between two others and leaves their lines alone', () => {
    const document = sent(documentFromMarkdown('* a\n\n\n* b\n***\nlast'));
    const paragraph = {
      object: 'block',
      type: 'paragraph',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'New', marks: [] }] }],
    };
    document.nodes.splice(1, 0, paragraph);
    expect(markdownFromDocument(document, 'body')).toBe('* a\n\n\n* b\n\nNew\n\n***\nlast');
  });

  it('addresses that are relative to another page than the one a document is written to are replaced', () => {
    const references = [['b.md', { kind: 'page', page: 'pg_b' }]] as const;
    const document = sent(documentFromMarkdown('* See [b](b.md)\n\nText', { references, page: 'pg_a' }));
    expect(markdownFromDocument(document, 'body', { page: 'pg_a' })).toBe('* See [b](b.md)\n\nText');
    expect(markdownFromDocument(document, 'body', { page: 'pg_c' })).toBe('* See [b](/pages/pg_b)\n\nText');
  });

  it('a text that was read as its source is written byte for byte', () => {
    const text = `---\na: 1\n---\n${'a\n\tb 😀\r\n'.repeat(3_000)}end`;
    const document = sent(unparsedDocument(text, 'it is too large', { hasFrontMatter: true }));
    expect(problemsIn(document)).toEqual([]);
    expect(markdownFromDocument(document, 'body')).toBe(text);
  });
});

describe('any Markdown', () => {
  const letters = Array.from('*_~`[](){}<>#+-.!|\\&:/"\'=%$^1a \n\t');
  const tags = [
    '{% hint style="info" %}\n',
    '{% endhint %}\n',
    '{% tabs %}\n',
    '{% tab title="a" %}\n',
    '{% endtab %}\n',
    '{% endtabs %}\n',
    ':::tip\n',
    ':::\n',
    '!!! note\n',
    '    ',
    '=== "A"\n',
    '> [!NOTE]\n',
    '- ',
    '1. ',
    '> ',
    '- [ ] ',
    '```\n',
    '$$',
    '$$\n',
    '\n\n',
    '<details>',
    '</details>',
    '<summary>',
    '</summary>',
    '<table>',
    '<tr>',
    '<td>',
    '</td>',
    '<img src="a">',
    '<Tabs>\n',
    '</Tabs>\n',
    '<mark>',
    '</mark>',
    '| a | b |\n|---|---|\n',
    '[^1]',
    '[^1]: ',
    '[a]: b\n',
    '# ',
    '---\n',
    ':smile:',
    '<figure>',
    '</figure>',
    '{% if a %}\n',
    '{% endif %}\n',
    '{% stepper %}\n',
  ];
  const markdown = fc.array(fc.constantFrom(...letters, ...tags), { maxLength: 30 }).map((parts) => parts.join(''));

  it('gives a document that every renderer can show and that is written back byte for byte', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        const document = sent(documentFromMarkdown(text, { hasFrontMatter: true }));
        expect(problemsIn(document)).toEqual([]);
        expect(markdownFromDocument(document, 'body')).toBe(text);
      }),
      { numRuns: allOrTenth(500) },
    );
  });

  it.each([
    '[^1]\n\n[^1]: === "A"\n',
    '*[^1]: \n\n[^1]: ',
    '[^1]: [^1]: {% code title="x" %}\n[^1]*',
    '[^1]{% step %}\n[^1]: ',
  ])('a footnote without a text gets a block, and %j is written back byte for byte', (text) =>
    expect(checkWriteBack(text).losses).toEqual([]),
  );

  it('equal blocks have equal keys, wherever they stand', () => {
    const [, before] = documentFromMarkdown('# A\n\nSame text').nodes;
    const [, , after] = documentFromMarkdown('# A\n\nOther\n\nSame text').nodes;
    expect(after?.key).toBe(before?.key);
  });
});

describe('documents that people wrote', () => {
  it('are written back byte for byte, and a changed block changes its own lines alone', async () => {
    const { entries } = await readZip(readFileSync('test/data/fastify-docs.zip'));
    const archived = entries.filter(({ path }) => path.endsWith('.md')).map(({ body }) => body.toString());
    const manual = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md'))
      .map((path) => readFileSync(`docs/${path}`, 'utf8'));
    expect(archived.length + manual.length).toBeGreaterThan(80);
    const sample = [...archived, ...manual].filter((text, index) => index % 4 === 0 && text.length < 20_000);
    const read = sample.map((text) => checkWriteBack(text));
    expect(read.flatMap(({ losses }) => losses)).toEqual([]);
    expect(read.reduce((sum, { blocks }) => sum + blocks, 0)).toBeGreaterThan(300);
  });
});
