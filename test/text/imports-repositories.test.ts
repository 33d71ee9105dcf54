import { describe, expect, it } from 'vitest';
import { walkPages, type ImportedPage, type ImportTree } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries, sketch } from './imports-archive.ts';

const build = (texts: Readonly<Record<string, string>>) => buildMarkdownTree(listEntries(texts));

const findTargets = (tree: ImportTree, key: string) =>
  [...walkPages(tree.pages)]
    .find((page) => page.key === key)
    ?.links.map(({ target }) => ('key' in target ? `${target.key}${anchorOf(target)}` : target.kind));
const anchorOf = (target: object) => ('anchor' in target ? `#${String(target.anchor)}` : '');

const onlyPage = ({ pages: [page] }: ImportTree): ImportedPage => {
  if (!page) throw new Error('The tree has no page');
  return page;
};

describe('an id after a heading', () => {
  it.each([
    ['# Use it {#use}', 'Use it', 'use'],
    ['# Use it { #use }', 'Use it', 'use'],
    ['# Use `it` {: #use .wide }', 'Use it', 'use'],
    ['# Use it {#use .wide}', 'Use it', 'use'],
    ['# Use it {/*use*/}', 'Use it', 'use'],
    ['# Use it {/* #use */}', 'Use it', 'use'],
    ['# Use it {#使い方} #', 'Use it', '使い方'],
    ['Use it {#use}\n===', 'Use it', 'use'],
  ])('is an anchor and no part of the title: %j', async (markdown, title, id) => {
    const page = onlyPage(await build({ 'a.md': markdown }));
    expect([page.title, page.anchors.includes(id), page.markdown]).toEqual([title, true, markdown]);
  });

  it.each(['# Use {{ it }}', '# Use {it}', '# Use {#it} now', '# Use { # }', '# Use {/it}'])(
    'is not read from other braces: %j',
    async (markdown) => {
      expect(onlyPage(await build({ 'a.md': markdown })).title).toBe(markdown.slice(2));
    },
  );
});

describe('SUMMARY.md', () => {
  it('lists pages whose address has spaces and parentheses', async () => {
    const tree = await build({
      'SUMMARY.md':
        '* [Home](README.md)\n* [Getting *started*](./Getting started.md)\n  * [First](<Getting started/First steps.md>)\n  * [Release 2.0 (beta)](Getting started/Release 2.0 (beta).md "New")\n* [Open](a (b.md)\n* [Percent](Getting%20started/What%20is%20it%3F.md)\n* [Why?](Why not?.md)\n* [C#](C#.md)\n* [Site](https://x.test/a b)\n',
      'README.md': '',
      'Getting started.md': '',
      'Getting started/First steps.md': '',
      'Getting started/Release 2.0 (beta).md': '',
      'Getting started/What is it?.md': '',
      'Why not?.md': '',
      'C#.md': '',
      'a (b.md': '',
    });
    expect(tree.skipped).toEqual([]);
    expect(sketch(tree.pages).map((line) => line.replace(/\S+ "/, '"'))).toEqual([
      '"Home"',
      '"Getting started"',
      '  "First"',
      '  "Release 2.0 (beta)"',
      '"Open"',
      '"Percent"',
      '"Why?"',
      '"C#"',
      'link "Site"',
    ]);
  });

  it.each([
    ['is empty', ''],
    ['has a comment only', '# nothing'],
    ['has the settings of a site only', 'site:\n  title: Docs\n'],
    ['has redirects only', 'redirects:\n  old: a/z.md\n'],
  ])('in folders orders them beside a .gitbook.yaml that %s', async (_, config) => {
    const tree = await build({
      '.gitbook.yaml': config,
      'a/SUMMARY.md': '* [Z](z.md)\n* [Y](y.md)\n',
      'a/y.md': '',
      'a/z.md': '',
      'b/SUMMARY.md': '* [Q](q.md)\n* [P](p.md)\n',
      'b/p.md': '',
      'b/q.md': '',
    });
    const folders = Object.fromEntries(
      tree.pages.map(({ title, children }) => [title, children.map((page) => page.title)]),
    );
    expect(folders).toEqual({ A: ['Z', 'Y'], B: ['Q', 'P'] });
    expect(tree.exported?.redirects ?? []).toEqual(
      config.startsWith('redirects') ? [{ parent: '', slug: 'old', page: 'a/z.md' }] : [],
    );
  });
});

describe('.gitbook.yaml', () => {
  const pages = {
    'handbook/intro/start-here.md': '# Start here',
    'handbook/install.md': '# Install',
    'handbook/README.md': '# About',
  };

  it('names the first page', async () => {
    const config = 'root: ./handbook/\nstructure:\n  readme: ./intro/start-here.md\n  summary: ./toc.md\n';
    const listed = await build({ '.gitbook.yaml': config, 'handbook/toc.md': '* [Install](install.md)\n', ...pages });
    expect(listed.pages.map(({ title }) => title)).toEqual(['Start here', 'Install']);
    const byFolder = await build({ '.gitbook.yaml': config, ...pages });
    expect(byFolder.pages.map(({ title }) => title)).toEqual(['Start here', 'Install', 'About']);
  });

  it('reports redirects to another site as such', async () => {
    const config = 'redirects:\n  support desk: https://status.example.org/\n  gone: no.md\n';
    const { warnings } = await build({ '.gitbook.yaml': config, 'SUMMARY.md': '* [A](a.md)', 'a.md': '' });
    expect(warnings.map(({ reason }) => reason)).toEqual([
      'The redirect of support desk leads to another site, https://status.example.org/: set it up in the site that publishes the space',
      'The redirect of gone has no page',
    ]);
  });
});

describe('a path from the root of the site', () => {
  it.each([
    ['Docusaurus', 'static/img/x.png', 'docs/a.md', '/img/x.png'],
    ['Docusaurus in a folder', 'web/static/img/x.png', 'web/docs/a.md', '/img/x.png'],
    ['Docusaurus by its alias', 'static/img/x.png', 'docs/a.md', '@site/static/img/x.png'],
    ['Docusaurus by its scheme', 'static/img/x.png', 'docs/a.md', 'pathname:///img/x.png'],
    ['Hugo', 'static/img/x.png', 'content/docs/a.md', '/img/x.png'],
    ['VitePress', 'docs/public/x.png', 'docs/guide/a.md', '/x.png'],
    ['VuePress', 'docs/.vuepress/public/x.png', 'docs/guide/a.md', '/x.png'],
    ['Next and Starlight', 'public/x.png', 'src/content/docs/a.md', '/x.png'],
    ['an alias of Vite', 'src/assets/x.png', 'src/content/docs/a.md', '@/assets/x.png'],
    ['an alias of a bundler', 'src/assets/x.png', 'src/content/docs/a.md', '@assets/x.png'],
  ])('names a public file of %s', async (_, file, page, url) => {
    const tree = await build({ [file]: 'x', [page]: `![x](${url})`, 'README.md': '# About' });
    const [link] = [...walkPages(tree.pages)].flatMap(({ links }) => links);
    expect(link?.target.kind).toBe('file');
    expect(tree.files).toHaveLength(1);
  });

  it('names a page although a README stands above the folder of the pages', async () => {
    const tree = await build({
      'README.md': '# About',
      'src/content/docs/index.mdx': '[x](/concept/design/)',
      'src/content/docs/concept/design.md': '[y](/start/#go) [z](../other/)',
      'src/content/docs/concept/other.md': '',
      'src/content/docs/start/index.mdx': '# Start\n\n## Go',
    });
    expect(tree.pages.map(({ slug }) => slug)).toEqual(['introduction', 'concept', 'start']);
    expect(findTargets(tree, 'index.mdx')).toEqual(['concept/design.md']);
    expect(findTargets(tree, 'concept/design.md')).toEqual(['start/index.mdx#go', 'concept/other.md']);
    expect(tree.skipped).toEqual([{ key: '../../../README.md', reason: 'It is outside the folder of the pages' }]);
  });

  it('is not looked for in a folder of pages when other pages lie beside it', async () => {
    const tree = await build({
      'src/content/docs/a.md': '[b](/b)',
      'src/content/docs/b.md': '',
      'guide/c.md': '',
    });
    expect([...walkPages(tree.pages)].map(({ key }) => key)).toContain('guide/c.md');
    expect(findTargets(tree, 'src/content/docs/a.md')).toEqual(['src/content/docs/b.md']);
  });

  it('may begin with a mount path of several segments', async () => {
    const tree = await build({
      '1.start/0.index.md': '[b](/docs/4.x/start/b) [c](/docs/4.x/start/c#d) [home](/docs/4.x) [gone](/docs/4.x/gone)',
      '1.start/2.b.md': '',
      '1.start/03.c.md': '',
      '0.index.md': '# Home',
    });
    expect(findTargets(tree, '1.start/0.index.md')).toEqual([
      '1.start/2.b.md',
      '1.start/03.c.md#d',
      '0.index.md',
      'broken',
    ]);
    expect(sketch(tree.pages)).toEqual(['home "Home"', 'start "Start"', '  b "B"', '  c "C"']);
  });

  it('keeps the folders below its mount path, when a page at the top has the name of one in a folder', async () => {
    const tree = await build({
      'start/overview.md': '[UI](/docs/ui/overview/) [search](/docs/rag/overview) [again](/docs/rag/overview#a)',
      'start/first.md': '[UI](/docs/ui/overview/) [UI](/docs/ui/overview) [first](/docs/ui/first)',
      'ui/overview.md': '',
      'ui/first.md': '',
      'rag/overview.md': '# A',
      'overview.md': '',
    });
    expect(findTargets(tree, 'start/overview.md')).toEqual(['ui/overview.md', 'rag/overview.md', 'rag/overview.md#a']);
    expect(findTargets(tree, 'start/first.md')).toEqual(['ui/overview.md', 'ui/overview.md', 'ui/first.md']);
  });

  it('may be spelled as Starlight publishes names with blanks, signs and capital letters', async () => {
    const tree = await build({
      'src/content/docs/index.md':
        '[a](/api/resultmap/) [b](/getting-started/what-is-it/#c) [c](./api/resultmap/) [d](/getting-started/)',
      'src/content/docs/api/Result.map.md': '[e](../resulttry/) [f](./resulttry)',
      'src/content/docs/api/Result.try.md': '',
      'src/content/docs/Getting started/What is it?.md': '# c',
      'src/content/docs/Getting started/index.md': '',
    });
    expect(findTargets(tree, 'index.md')).toEqual([
      'api/Result.map.md',
      'Getting started/What is it?.md#c',
      'api/Result.map.md',
      'Getting started/index.md',
    ]);
    expect(findTargets(tree, 'api/Result.map.md')).toEqual(['api/Result.try.md', 'api/Result.try.md']);
  });

  it.each(['/docs/networks/', '/docs/networks', '../networks/', '../networks'])(
    'leads to the page that is named like its folder: %s',
    async (url) => {
      const tree = await build({
        'docs/guides/a.md': `[n](${url})`,
        'docs/networks/networks.md': '',
        'docs/networks/other.md': '',
      });
      expect(findTargets(tree, 'guides/a.md') ?? findTargets(tree, 'docs/guides/a.md')).toEqual([
        expect.stringMatching(/networks\/networks\.md$/),
      ]);
    },
  );
});

describe('HTML beside Markdown', () => {
  it('is no page when it is a part or a template of pages', async () => {
    const tree = await build({
      'a.md': '',
      'head.html': '<meta name="x">',
      'layouts/page.html': '<!doctype html><html><body>{{ .Content }}</body></html>',
      'whole.html': '<!doctype html><html><body><h1>Whole</h1></body></html>',
    });
    expect([...walkPages(tree.pages)].map(({ key }) => key)).toEqual(['a.md', 'whole.html']);
    expect(tree.skipped.map(({ key }) => key)).toEqual(['head.html', 'layouts/page.html']);
  });

  it('is a page when there is no Markdown', async () => {
    expect((await build({ 'a.html': '<p>text</p>' })).pages).toHaveLength(1);
  });
});

it('variables of GitBook are those of the space, and what GitBook makes by itself is named', async () => {
  const tree = await build({
    'SUMMARY.md': '* [A](README.md)\n* ```yaml\n  type: builtin:openapi\n  ```\n',
    'README.md': '# A\n\n<code class="expression">space.vars.product</code>\n',
    '.gitbook/vars.yaml': 'product: Octo\nport: 80\n"no name": 1\nlist: [1]\n',
  });
  expect(tree.exported?.variables).toEqual({ product: 'Octo', port: '80' });
  expect(tree.warnings).toEqual([
    { key: '.gitbook/vars.yaml', reason: 'Left out, because no variable here can be so: no name, list' },
    { key: 'SUMMARY.md', reason: 'What GitBook makes of a specification is not imported: line 3' },
  ]);
});
