import { describe, expect, it } from 'vitest';
import { createCodeMarker } from '../../src/text/imports/formats/constructs/code-marks.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries } from './imports-archive.ts';
import { codeSamples } from './imports-code-samples.ts';
import { pageOf, reasons } from './imports-wiki-archive.ts';

const mark = (sign: string, markdown: string, path = 'page.md', config = '') =>
  createCodeMarker(listEntries({ [sign]: config, [path]: markdown }))(path, { markdown });

describe('a mark in code', () => {
  it.each(codeSamples.map((one) => [one.tool, one.name, one] as const))(
    'becomes what it states, and the report names it unless it is carried over: %s, %s',
    (...row) => {
      const [, , { sign, example, named, outcome }] = row;
      const { markdown, notes } = mark(sign, `---\na: 1\n---\nAbove\n\n${example[0]}\n\nBelow\n`);
      expect(markdown).toBe(`---\na: 1\n---\nAbove\n\n${example[1]}\n\nBelow\n`);
      expect(notes.map(({ places }) => places[0]?.text)).toEqual(outcome === 'carried' ? [] : [named]);
    },
  );

  it.each(codeSamples.filter(({ sign }) => sign !== 'package.json').map((one) => [one.name, one.example[0]] as const))(
    'is code where the tool was not used: %s',
    (_name, markdown) => {
      expect(mark('package.json', `${markdown}\n`)).toMatchObject({ markdown: `${markdown}\n`, notes: [] });
    },
  );

  it('stands in lists, quotes and fences without an end', () => {
    const written =
      '- a\n\n  ```js\n  a // [!code --]\n\n   b\n  ```\n\n> ~~~\n> a # [!code hl]\n> ~~~\n\n```\na <!-- [!code ++] --> b\n/* [!code ++] */ // [!code focus]\nc';
    expect(mark('x', written, 'page.mdx').markdown).toBe(
      '- a\n\n  ```diff\n  - a\n\n     b\n  ```\n\n> ~~~text {1}\n> a\n> ~~~\n\n```text {2}\na <!-- [!code ++] --> b\nc',
    );
  });

  it('is read by the words that a configuration adds', () => {
    const config = `const { themes } = require('prism-react-renderer');
// magicComments: [{ className: 'c', line: 'Not this' }]
const config = {
  themeConfig: {
    prism: {
      theme: themes.github,
      magicComments: [
        { className: 'a', line: 'highlight-next-line', block: { start: 'highlight-start', end: 'highlight-end' } },
        { className: 'b', line: 'This will error', block: { start: "error]-start", end: 'error-end' } },
      ],
    },
  },
};
module.exports = config;
`;
    const written = '```js\n// This will error\na\n// Not this\n// error]-start\nb\n// error-end\nc\n```\n';
    expect(mark('docusaurus.config.js', written, 'page.md', config).markdown).toBe(
      '```js {1,3}\na\n// Not this\nb\nc\n```\n',
    );
  });

  it('is shown without the marks by which Hugo does not run it', async () => {
    const tree = await buildMarkdownTree(
      listEntries({ 'hugo.toml': '', 'content/a.md': '# A\n\n```\n{{</* ref "a" */>}}\n```\n\n`{{%/* x */%}}`\n' }),
    );
    expect(tree.pages[0]?.markdown).toBe('# A\n\n```\n{{< ref "a" >}}\n```\n\n`{{% x %}}`\n');
  });

  it('stands in tabs where ReadMe shows it so, and nowhere else', () => {
    const code = '```js a.js\nx\n```\n```py\ny\n```\n\n```sh One two\nz\n```\ntext\n';
    expect(mark('docs/_order.yaml', code).markdown).toBe(
      '{% tabs %}\n{% tab title="a.js" %}\n```js\nx\n```\n{% endtab %}\n{% tab title="py" %}\n```py\ny\n```\n{% endtab %}\n{% endtabs %}\n\n```sh title="One two"\nz\n```\ntext\n',
    );
    expect(mark('docs.json', '```js\nx\n```\n```py\ny\n```\n').markdown).toBe('```js\nx\n```\n```py\ny\n```\n');
  });

  it('is read in code of any length', () => {
    const [lines, hidden] = [200_000, 100_000];
    const written = `\`\`\`rust\n${'x\n'.repeat(lines)}${'# x\n'.repeat(hidden)}\`\`\`\n`;
    const { markdown, notes } = mark('book.toml', written);
    expect(markdown.split('\n')).toHaveLength(lines + 3);
    expect(notes.map(({ places }) => places.length)).toEqual([hidden]);
  });

  it('moves no line of the report, and is read in files that a page includes', async () => {
    const tree = await buildMarkdownTree(
      listEntries({
        'docs/.vitepress/config.ts': '',
        'docs/a.md': '# A\n\n```js\n// [!code hl:1]\na\n// [!code word:a]\n```\n\n<<< ./b.js\n\n[x](gone.md)\n',
        'docs/b.js': 'b // [!code focus]\n',
      }),
    );
    expect(pageOf(tree, 'A').markdown).toBe('# A\n\n```js {1}\na\n```\n\n```js {1}\nb\n```\n\n[x](gone.md)\n');
    expect(reasons(tree)).toEqual([
      '.vitepress/config.ts: The sidebar of VitePress lists no page that can be read from it without running it',
      'a.md: Marks of words in code: left out, because nothing expresses it here: // [!code word:a] (line 6)',
      'a.md: 1 link has no target: gone.md (line 11)',
    ]);
  });
});
