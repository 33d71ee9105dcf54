import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries, sketch } from './imports-archive.ts';

const build = async (texts: Readonly<Record<string, string>>) => {
  const tree = await buildMarkdownTree(listEntries(texts));
  return { ...tree, sketched: sketch(tree.pages) };
};

describe('the nav of MkDocs', () => {
  it('has its empty groups as pages, and the pages of one without a name in its place', async () => {
    const { sketched, skipped } = await build({
      'mkdocs.yml': 'nav:\n  - a.md\n  - Empty:\n  - "":\n      - b.md\n',
      'docs/a.md': '# A\n',
      'docs/b.md': '# B\n',
    });
    expect(sketched).toEqual(['a "A"', 'empty "Empty"', 'b "B"']);
    expect(skipped.filter(({ key }) => key === '')).toEqual([]);
  });

  it('is inherited, as its other settings are', async () => {
    const { sketched, pages } = await build({
      'base.yml': 'INHERIT: base.yml\nnav: [b.md]\n',
      'site/mkdocs.yml': 'INHERIT: ../base.yml\nexclude_docs: b.md\n',
      'site/docs/a.md': '# A\n',
      'site/docs/b.md': '# B\n',
    });
    expect(sketched[0]).toBe('b "B"');
    expect(pages[0]?.condition).toBe('false');
  });
});

it('the docs.json of Mintlify orders pages by tabs and groups', async () => {
  const navigation = {
    tabs: [
      { tab: 'Guides', groups: [{ group: 'Start', pages: ['b', { group: 'Inner', pages: ['guide/a'] }] }] },
      { tab: 'Blog', href: 'https://example.org/blog' },
    ],
  };
  const { sketched, files } = await build({
    'docs.json': JSON.stringify({ name: 'A', navigation }),
    'b.mdx': '---\ntitle: Bee\n---\nText\n',
    'guide/a.mdx': '# Ay\n',
  });
  expect(sketched).toEqual([
    'group guides "Guides"',
    '  start "Start"',
    '    b "Bee"',
    '    inner "Inner"',
    '      a "Ay"',
    'link blog "Blog"',
  ]);
  expect(files).toEqual([]);
});

describe('the _meta files of Nextra', () => {
  it('order and name pages and folders, and keep pages out of the navigation', async () => {
    const { sketched, pages, warnings, files } = await build({
      'pages/_meta.json': JSON.stringify({ b: 'Bee', dir: { title: 'Folder' }, a: { title: 'Ay', display: 'hidden' } }),
      'pages/a.mdx': 'Text\n',
      'pages/b.mdx': 'Text\n',
      'pages/dir/_meta.ts': "export default { y: 'Why', z: 'Zed' }",
      'pages/dir/z.mdx': 'Text\n',
      'pages/dir/y.mdx': '# Own\n',
    });
    expect(sketched).toEqual(['b "Bee"', 'group folder "Folder"', '  y "Own"', '  z "Zed"', 'a "Ay"']);
    expect([...walkPages(pages)].filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual(['a.mdx']);
    expect(warnings.map(({ key }) => key)).toEqual(['a.mdx']);
    expect(files).toEqual([]);
  });

  it('are named when they cannot be read', async () => {
    const { warnings } = await build({ '_meta.js': 'export default make(1)(2)', 'a.md': '# A\n', 'b.md': '# B\n' });
    expect(warnings).toEqual([{ key: '_meta.js', reason: 'It cannot be read without running it, and orders nothing' }]);
  });
});

it('the .pages and .nav.yml of plugins of MkDocs order and name pages and folders', async () => {
  const { sketched, files } = await build({
    'mkdocs.yml': 'site_name: A\n',
    'docs/.pages': 'nav:\n  - z.md\n  - ...\n  - Last: b.md\n  - inner\n',
    'docs/a.md': 'Text\n',
    'docs/b.md': 'Text\n',
    'docs/z.md': 'Text\n',
    'docs/inner/.nav.yml': 'title: Within\nnav: [d.md, "*"]\n',
    'docs/inner/c.md': 'Text\n',
    'docs/inner/d.md': 'Text\n',
  });
  expect(sketched).toEqual(['z "Z"', 'a "A"', 'b "Last"', 'group within "Within"', '  d "D"', '  c "C"']);
  expect(files).toEqual([]);
});

it('an entry of a sidebar that repeats a page has the title of that page', async () => {
  const { sketched, files } = await build({
    'docusaurus.config.js': '',
    'versions.json': '["1.0"]',
    'sidebars.js': "module.exports = { a: ['a', { type: 'ref', id: 'a' }, { type: 'ref', id: 'b', label: 'Bee' }] }",
    'docs/a.md': '# Ay\n',
    'docs/b.md': '# B\n',
  });
  expect(sketched).toEqual(['a "Ay"', 'link ay "Ay"', 'b "B"']);
  expect(files).toEqual([]);
});

it('HTML in a sidebar is named', async () => {
  const { sketched, warnings } = await build({
    'docusaurus.config.js': '',
    'sidebars.js': "module.exports = { a: ['a', { type: 'html', value: '<b>Star\\n us</b>' }, 'b'] }",
    'docs/a.md': '# Ay\n',
    'docs/b.md': '# B\n',
  });
  expect(sketched).toEqual(['a "Ay"', 'b "B"']);
  expect(warnings.map(({ reason }) => reason)).toEqual([
    'HTML in a sidebar: left out, because nothing expresses it here: <b>Star us</b>',
  ]);
});

it('the label of a page in its sidebar is its title when it has no other', async () => {
  const { sketched } = await build({
    'a.md': '---\nsidebar_label: Label\n---\nText\n',
    'b.md': '---\nsidebar_label: Label\n---\n# Heading\n',
    'c.mdx': '---\nsidebarTitle: Title\n---\nText\n',
  });
  expect(sketched).toEqual(['a "Label"', 'b "Heading"', 'c "Title"']);
});

it('a part that pages include counts as no page that a configuration leaves out', async () => {
  const { warnings } = await build({
    'mkdocs.yml': 'nav: [a.md]\n',
    'docs/a.md': '# A\n\n--8<-- "part.md"\n',
    'docs/part.md': 'Part\n',
  });
  expect(warnings).toEqual([]);
});
