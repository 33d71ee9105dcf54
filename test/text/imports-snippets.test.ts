import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { reportPages } from '../../src/text/imports/tree/page-report.ts';
import { listEntries } from './imports-archive.ts';

const importTexts = async (texts: Readonly<Record<string, string>>) => {
  const tree = await buildMarkdownTree(listEntries(texts));
  const bodyOf = (key: string) =>
    [...walkPages(tree.pages)]
      .find((page) => page.key === key)
      ?.markdown.replaceAll(/^<!-- (?:import|export) [^]*?-->\n+/gm, '');
  const warnings = reportPages(tree)
    .map(({ key, reason }) => `${key}: ${reason}`)
    .filter((one) => !/imported or exported|no target/.test(one));
  return { bodyOf, warnings };
};

const part = 'It is {word}, {props.count} times: {other}.\n\n`{word}` <img src={src} />\n';

describe('a text that pages include with values', () => {
  it('has the literal ones, and the report names the others where they are', async () => {
    const { bodyOf, warnings } = await importTexts({
      'docs.json': '{ "navigation": { "pages": ["a", "b"] } }',
      'a.mdx':
        "---\ntitle: A\n---\nimport Part from '/snippets/part.mdx';\n\n<Part word=\"a <b> c\" count={3} src={'/x.png'} fine />\n\n<Snippet file=\"part.mdx\" word='x' count={count} />\n\nlast {gone}\n",
      'b.mdx':
        '---\ntitle: B\n---\nimport Part from \'/snippets/part.mdx\'\n\n<Part word="--> y" count="2" other={`z`} src="/y.png">Inside</Part>\n',
      'snippets/part.mdx': part,
    });
    expect(bodyOf('a.mdx')).toBe(
      '---\ntitle: A\n---\nIt is a &lt;b> c, 3 times: {other}.\n\n`{word}` <img src="/x.png" />\n\nIt is x, {props.count} times: {other}.\n\n`{word}` <img src={src} />\n\nlast {gone}\n',
    );
    expect(bodyOf('b.mdx')).toBe('---\ntitle: B\n---\nIt is --> y, 2 times: z.\n\n`{word}` <img src="/y.png" />\n');
    expect(warnings).toEqual([
      'a.mdx: Expression: kept as written, because nothing expresses it here: {gone} (line 10)',
      'a.mdx: Expression: kept as written, because nothing expresses it here: {other} (lines 6, 8), {props.count} (line 8), {src} (line 8)',
    ]);
  });

  it('has what stands in the component', async () => {
    const { bodyOf, warnings } = await importTexts({
      'docusaurus.config.js': 'export default {}',
      'docs/a.mdx': "import Box from './_box.mdx';\n\n<Box>Inside *it*</Box>\n",
      'docs/_box.mdx': '> {props.children}\n',
    });
    expect(bodyOf('a.mdx')).toBe('> Inside *it*\n');
    expect(warnings).toEqual([]);
  });
});

describe('a value that a module exports', () => {
  it('stands in the place of its name, from the page itself or another file', async () => {
    const { bodyOf, warnings } = await importTexts({
      'docs.json': '{ "navigation": { "pages": ["a"] } }',
      'a.mdx':
        "---\ntitle: A\n---\nimport { name, list as other } from '/snippets/values.mdx';\n\nexport const own = 'here';\n\nexport const Box = () => <b />;\n\n{own}, {name}, {other.fruit.first}, `{name}` and {made}\n\n```\n{name}\n```\n",
      'snippets/values.mdx':
        "export const name = 'Ann';\n\nexport const list = {\n  fruit: { first: 'fig', count: 2 },\n};\n\nexport const made = make();\n",
    });
    expect(bodyOf('a.mdx')).toBe('---\ntitle: A\n---\nhere, Ann, fig, `{name}` and {made}\n\n```\n{name}\n```\n');
    expect(warnings).toEqual([
      'a.mdx: Expression: kept as written, because nothing expresses it here: {made} (line 10)',
    ]);
  });
});
