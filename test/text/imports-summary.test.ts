import { describe, expect, it } from 'vitest';
import { countImported, walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { listEntries, sketch } from './imports-archive.ts';

const build = (texts: Readonly<Record<string, string | Buffer>>) => buildMarkdownTree(listEntries(texts));

describe('buildMarkdownTree(entries) by SUMMARY.md', () => {
  const summary = [
    '# Table of contents',
    '',
    '* [Home](README.md)',
    '* [Start *here*](start/README.md)',
    '  * [Install](start/install.md "Side title")',
    '    * [Deep](<start/deep page.md>)',
    '* Loose ends',
    '  * [One](one.md)',
    '* [Site](https://example.com)',
    '',
    '## Reference &amp; more',
    '',
    '* [One again](one.md)',
    '* [Part of it](start/install.md#linux)',
    '* [Draft]()',
    '* [Missing](missing.md)',
    '* [Missing parent](gone.md)',
    '  * [Two](two.md)',
    '',
    '## Empty',
  ].join('\n');
  const pages = {
    'docs/SUMMARY.md': summary,
    'docs/README.md': '# Welcome',
    'docs/start/README.md': 'text',
    'docs/start/install.md': '# Install it\n## Linux',
    'docs/start/deep page.md': '[secret](../secret.md)',
    'docs/one.md': '',
    'docs/two.md': '',
    'docs/secret.md': '[more](more.md)',
    'docs/more.md': '[home](README.md)',
    'docs/unlisted.md': '',
    'docs/.gitbook/assets/a.png': 'png',
    'docs/.gitbook/includes/b.md': '',
  };

  it('the order is that of SUMMARY.md, whose headings become groups and URLs links, and pages that are only linked are hidden', async () => {
    const tree = await build(pages);
    expect(sketch(tree.pages)).toEqual([
      'welcome "Welcome"',
      'start "Start here"',
      '  install "Install it"',
      '    deep-page "Deep"',
      'group loose-ends "Loose ends"',
      '  one "One"',
      'link site "Site"',
      'group reference-more "Reference & more"',
      '  link one-again "One again"',
      '  link part-of-it "Part of it"',
      '  draft "Draft"',
      '  missing-parent "Missing parent"',
      '    two "Two"',
      'secret "Secret"',
      'more "More"',
    ]);
    expect(tree.pages.filter(({ hidden }) => hidden).map(({ key }) => key)).toEqual(['secret.md', 'more.md']);
    expect([...walkPages(tree.pages)].flatMap(({ link }) => (link ? [link.target] : []))).toEqual([
      { kind: 'url', url: 'https://example.com' },
      { kind: 'page', key: 'one.md' },
      { kind: 'page', key: 'start/install.md', anchor: 'linux' },
    ]);
    expect(tree.skipped).toEqual([
      { key: 'unlisted.md', reason: 'SUMMARY.md does not list it, and no page links to it' },
      { key: 'missing.md', reason: 'SUMMARY.md lists it, but it is not in the archive' },
    ]);
    expect(tree.files.map(({ key }) => key)).toEqual(['.gitbook/assets/a.png']);
    expect(tree.exported?.reusableContents.map(({ title }) => title)).toEqual(['b']);
    expect(tree.totalResources).toBe(8 + 1 + 2);
  });

  it('every page gets a unique key, and no group is below the root', async () => {
    const tree = await build(pages);
    const keys = [...walkPages(tree.pages)].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    const below = tree.pages.flatMap(({ children }) => [...walkPages(children)]);
    expect(below.filter(({ kind }) => kind === 'group')).toEqual([]);
  });

  it('a page that is listed by one of its anchors alone is added', async () => {
    const tree = await build({ 'SUMMARY.md': '* [A](a.md)\n* [B](b.md#part)', 'a.md': '# A', 'b.md': '# B\n## Part' });
    expect(sketch(tree.pages)).toEqual(['a "A"', 'b "B"']);
    expect(tree.skipped).toEqual([]);
  });

  it('the home page is first when SUMMARY.md does not list it', async () => {
    const tree = await build({ 'SUMMARY.md': '* [A](a.md)', 'a.md': '', 'README.md': '# Home' });
    expect(sketch(tree.pages)).toEqual(['home "Home"', 'a "A"']);
  });

  it('a SUMMARY.md that lists no page is imported as a page', async () => {
    const tree = await build({ 'docs/SUMMARY.md': '# The summary\n\nIn short.', 'docs/a.md': '' });
    expect(sketch(tree.pages)).toEqual(['a "A"', 'summary "The summary"']);
    expect([tree.totalResources, countImported(tree)]).toEqual([2, 2]);
  });

  it('the root folder and the summary file are those named in .gitbook.yaml', async () => {
    const tree = await build({
      '.gitbook.yaml': 'root: ./manual/\nstructure:\n  summary: toc.md\n',
      'README.md': 'of the repository',
      'manual/toc.md': '* [B](b.md)\n* [A](a.md)',
      'manual/a.md': '',
      'manual/b.md': '',
    });
    expect(tree.pages.map(({ key }) => key)).toEqual(['b.md', 'a.md']);
    expect(tree.skipped.map(({ key }) => key)).toEqual(['../README.md']);
  });

  it('each of several SUMMARY.md files orders its folder, and pages of other folders are linked', async () => {
    const tree = await build({
      'README.md': '# Home',
      'a/SUMMARY.md': '* [Welcome](README.md)\n* [Z](z.md)\n\n## More\n\n* [Y](y.md)\n* [Of b](../b/deep/one.md)',
      'a/README.md': '# Welcome',
      'a/y.md': '',
      'a/z.md': '[hidden](h.md)',
      'a/h.md': '',
      'a/lost.md': '',
      'b/deep/SUMMARY.md': '* [Two](two.md)\n* [One](one.md)\n* [Gone](gone.md)',
      'b/deep/one.md': '',
      'b/deep/two.md': '',
      'c/SUMMARY.md': '# In short',
      'c/x.md': '',
    });
    expect(sketch(tree.pages)).toEqual([
      'home "Home"',
      'a "Welcome"',
      '  z "Z"',
      '  more "More"',
      '    y "Y"',
      '    link of-b "Of b"',
      '  h "H"',
      'group b "B"',
      '  deep "Deep"',
      '    two "Two"',
      '    one "One"',
      'group c "C"',
      '  summary "In short"',
      '  x "X"',
    ]);
    expect(tree.skipped).toEqual([
      { key: 'a/lost.md', reason: 'No SUMMARY.md lists it, and no page links to it' },
      { key: 'b/deep/gone.md', reason: 'b/deep/SUMMARY.md lists it, but it is not in the archive' },
    ]);
    const keys = [...walkPages(tree.pages)].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('the redirects of .gitbook.yaml become former paths of their pages, and those without a page are named', async () => {
    const tree = await build({
      '.gitbook.yaml':
        'root: ./docs\nredirects:\n  help: contact.md\n  /old/deep/page.md: ./guide/new.md\n  nowhere: gone.md\n  out: ../../x.md\n  "": contact.md\n',
      'docs/SUMMARY.md': '* [Contact](contact.md)\n* [New](guide/new.md)',
      'docs/contact.md': '',
      'docs/guide/new.md': '',
    });
    expect(tree.exported?.redirects).toEqual([
      { parent: '', slug: 'help', page: 'contact.md' },
      { parent: '', slug: 'old/deep/page', page: 'guide/new.md' },
    ]);
    expect(tree.warnings).toEqual(
      ['nowhere', 'out', ''].map((from) => ({ key: '.gitbook.yaml', reason: `The redirect of ${from} has no page` })),
    );
  });

  it('the texts in .gitbook/includes become reusable contents, named so that pages find them', async () => {
    const tree = await build({
      'docs/SUMMARY.md': '* [A](a.md)',
      'docs/a.md': '{% include ".gitbook/includes/legal-notice.md" %}',
      'docs/.gitbook/includes/legal-notice.md':
        '---\ntitle: Legal notice\n---\nSee [A](../../a.md) and ![x](../assets/x.png).\n',
      'docs/.gitbook/includes/Other_One.md': '---\ntitle: Something else\n---\n',
      'docs/.gitbook/assets/x.png': 'png',
      'docs/node_modules/p/.gitbook/includes/no.md': '',
    });
    expect(
      tree.exported?.reusableContents.map(({ title, links }) => [title, links.map(({ target }) => target)]),
    ).toEqual([
      [
        'Legal notice',
        [
          { kind: 'page', key: 'a.md' },
          { kind: 'file', key: '.gitbook/assets/x.png' },
        ],
      ],
      ['Other_One', []],
    ]);
    expect(tree.exported?.reusableContents[0]?.markdown).toContain('title: Legal notice');
    expect(tree.skipped).toEqual([
      { key: 'node_modules/p/.gitbook/includes/no.md', reason: 'It is in a hidden folder' },
    ]);
  });
});
