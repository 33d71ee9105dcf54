import { describe, expect, it } from 'vitest';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { listEntries, makeZip, sketch } from './imports-archive.ts';

type Texts = Readonly<Record<string, string | Buffer>>;

const build = (texts: Texts) => buildMarkdownTree(listEntries(texts));
const titles = async (texts: Texts) =>
  sketch((await build(texts)).pages).map((line) => line.replace(/^( *).*"(.*)"$/, '$1$2'));

describe('the order of the pages of an archive', () => {
  it.each<[string, Texts, string[]]>([
    [
      'prefix and suffix chapters of mdBook stand before and after its list',
      {
        'src/SUMMARY.md':
          '# Summary\n\n[Introduction](intro.md)\n[Foreword](foreword.md)\n\n- [One](one.md)\n  - [Deeper](deep.md)\n\n---\n\n[Contributors](people.md)\n',
        'src/intro.md': '',
        'src/foreword.md': '',
        'src/one.md': '',
        'src/deep.md': '',
        'src/people.md': '',
      },
      ['Introduction', 'Foreword', 'One', '  Deeper', 'Contributors'],
    ],
    [
      'a sentence with a link in a SUMMARY is no chapter',
      { 'SUMMARY.md': 'Read [this](b.md) first.\n\n* [A](a.md)\n', 'a.md': '', 'b.md': '', 'README.md': '# Home' },
      ['Home', 'A'],
    ],
    [
      'the `_index.md` of Hugo is the page of its folder, and `weight` orders pages and folders',
      {
        'content/_index.md': '# Home',
        'content/zebra.md': '---\ntitle: Zebra\nweight: 10\n---\n',
        'content/guides/_index.md': '---\ntitle: Guides\nweight: 5\n---\n',
        'content/guides/b.md': '---\ntitle: B\nweight: 1\n---\n',
        'content/guides/a.md': '---\ntitle: A\nweight: 2\n---\n',
        'content/guides/none.md': '---\ntitle: No weight\nweight: 0\n---\n',
        'content/about.md': '# About',
      },
      ['Home', 'Guides', '  B', '  A', '  No weight', 'Zebra', 'About'],
    ],
    [
      '`sidebar_position` and `_category_` files of Docusaurus order pages and folders and name folders',
      {
        'docs/intro.md': '---\nsidebar_position: 1\n---\n# Intro',
        'docs/basics/_category_.json': '{"label": "The basics", "position": 2, "link": {"type": "generated-index"}}',
        'docs/basics/z.md': '---\nsidebar_position: 1\n---\n# First',
        'docs/basics/a.md': '---\nsidebar_position: 2\n---\n# Second',
        'docs/extras/_category_.yml': 'position: 1.5\nlabel: Extras\n',
        'docs/extras/index.md': '# The extras',
        'docs/extras/more.md': '# More',
      },
      ['Intro', 'The extras', '  More', 'The basics', '  First', '  Second'],
    ],
    [
      '`nav_order` of Jekyll orders pages',
      { 'b.md': '---\nnav_order: 1\n---\n# B', 'a.md': '---\nnav_order: 2\n---\n# A', 'c.md': '# C' },
      ['B', 'A', 'C'],
    ],
    [
      'the `nav` of mkdocs.yml orders, names and nests pages',
      {
        'repo/mkdocs.yml':
          'site_name: X\nmarkdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\nnav:\n  - Home: index.md\n  - user.md\n  - More:\n      - The second: more/b.md\n      - The first: more/a.md\n      - Site: https://example.org\n',
        'repo/docs/index.md': 'text',
        'repo/docs/user.md': '# User',
        'repo/docs/more/a.md': '',
        'repo/docs/more/b.md': '',
        'repo/README.md': '# Repository',
      },
      ['Home', 'User', 'More', '  The second', '  The first', '  Site'],
    ],
    [
      'the sidebar of VitePress orders, names and nests pages, with its functions and constants read as data',
      {
        'site/.vitepress/config.mts':
          "import { defineConfig, type DefaultTheme } from 'vitepress'\nconst api = [{ text: 'Store', link: '/api/store' }]\nexport default defineConfig({ title: `Harbour`, themeConfig: { nav: nav(), sidebar: { '/guide/': { base: '/guide/', items: guide() }, '/api/': [{ text: 'API', items: [...api, { text: 'Site', link: 'https://example.org' }] }] } } })\nfunction guide(): DefaultTheme.SidebarItem[] { return [{ text: 'Guide', collapsed: false, items: [{ text: 'Jobs', link: 'jobs' }, { text: 'Start', link: 'start.html' }] }] as const }\n",
        'site/index.md': '# Home',
        'site/guide/start.md': '# Start',
        'site/guide/jobs.md': 'text',
        'site/api/store.md': '# The store',
      },
      ['Home', 'Guide', '  Jobs', '  Start', 'API', '  The store', '  Site'],
    ],
    [
      'the sidebars.ts of Docusaurus orders, names and nests pages, also those it generates from a folder',
      {
        'web/sidebars.ts':
          "import type { SidebarsConfig } from '@docusaurus/plugin-content-docs';\nconst sidebars: SidebarsConfig = { docs: ['intro', { type: 'category', label: 'Guide', link: { type: 'doc', id: 'guide/overview' }, items: ['guide/jobs', { type: 'doc', id: 'guide/renamed', label: 'Stores' }] }, { Short: ['z'] }, { type: 'autogenerated', dirName: 'more' }, { type: 'link', label: 'Site', href: 'https://example.org' }, process.env.X ? 'a' : 'b'] };\nexport default sidebars;\n",
        'web/docs/01-intro.md': '# Intro',
        'web/docs/guide/overview.md': '# Overview',
        'web/docs/guide/jobs.md': '# Jobs',
        'web/docs/guide/stores.md': '---\nid: renamed\n---\ntext',
        'web/docs/z.md': '# Z',
        'web/docs/more/b.md': '---\nsidebar_position: 1\n---\n# B',
        'web/docs/more/a.md': '# A',
        'web/README.md': '# Repository',
      },
      ['Intro', 'Overview', '  Jobs', '  Stores', 'Short', '  Z', 'B', 'A', 'Site'],
    ],
    [
      'a configuration that runs code or repeats itself without end is not read',
      {
        'sidebars.js': "module.exports = require('./computed')(process.exit(1));",
        '.vitepress/config.js': `${Array.from({ length: 40 }, (_, at) => `const a${at + 1} = [a${at}, a${at}];`).join('')}const a0 = { text: 'x', link: '/b' }; export default { themeConfig: { sidebar: a40 } };`,
        'b.md': '# B',
        'a.md': '# A',
      },
      ['A', 'B'],
    ],
    [
      'without any of them, names do',
      { 'b.md': '# B', 'a.md': '# A', '_category_.json': 'not { json', 'mkdocs.yml': 'nav: {}' },
      ['A', 'B'],
    ],
  ])('%s', async (_name, texts, expected) => {
    expect(await titles(texts)).toEqual(expected);
  });
});

describe('files of an archive that cannot be read', () => {
  const notes = (tree: Awaited<ReturnType<typeof build>>) => tree.skipped.map(({ key, reason }) => `${key}: ${reason}`);

  it('a page that is not text is reported, and the others are imported', async () => {
    const tree = await build({ 'good.md': '# Good', 'nul.md': 'a\0b', 'bad.md': Buffer.from([0x61, 0xff, 0x62]) });
    expect(sketch(tree.pages)).toEqual(['good "Good"']);
    expect(notes(tree)).toEqual([
      expect.stringMatching(/^nul\.md: .*NUL character/),
      expect.stringMatching(/^bad\.md: .*not valid UTF-8/),
    ]);
    expect(tree.totalResources).toBe(3);
  });

  it('a file whose name is too long or not Unicode is reported, and the others are imported', async () => {
    const long = `${'a'.repeat(300)}.md`;
    const archive = makeZip([
      { name: 'good.md', body: '# Good' },
      { name: long, body: '# Long' },
      { name: Buffer.from([0x61, 0xff, 0x2e, 0x6d, 0x64]), body: '# Bytes' },
    ]);
    const tree = await parseImport('zip', archive);
    expect(sketch(tree.pages)).toEqual(['good "Good"']);
    expect(notes(tree)).toEqual([
      `${long.slice(0, 200)}: Its name has a segment longer than 255 bytes`,
      expect.stringMatching(/^a.\.md: Its name is not valid UTF-8/),
    ]);
    expect(tree.totalResources).toBe(3);
  });

  it.each([
    [
      'windows-1252',
      Buffer.from('# Grüße\n\nÄpfel und Öl für die Straße', 'latin1'),
      '# Grüße\n\nÄpfel und Öl für die Straße',
    ],
    [
      'windows-1251',
      Buffer.from([
        0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0, 0x2c, 0x20, 0xfd, 0xf2, 0xee, 0x20, 0xf2, 0xe5,
        0xea, 0xf1, 0xf2,
      ]),
      'Привет мир, это текст',
    ],
  ])('a page in %s is decoded', async (_encoding, bytes, text) => {
    const tree = await build({ 'page.md': bytes });
    expect([...walkPages(tree.pages)].map(({ markdown }) => markdown)).toEqual([text]);
  });
});

it('a configuration of VitePress at the top of an archive orders its pages, whose keys are their paths', async () => {
  const tree = await buildMarkdownTree(
    listEntries({
      '.vitepress/config.mjs':
        "export default { themeConfig: { sidebar: [{ text: 'B', link: '/b' }, { text: 'A', link: '/a' }] } }",
      'a.md': '# A\n',
      'b.md': '# B\n',
    }),
  );
  expect(tree.pages.map(({ key }) => key)).toEqual(['b.md', 'a.md']);
});
