import { describe, expect, it } from 'vitest';
import { readFrontMatter } from '../../src/text/markdown/front-matter.ts';
import { walkPages } from '../../src/text/imports/import-tree.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import { parseImport } from '../../src/text/imports/parse.ts';
import { listEntries, makeZip } from './imports-archive.ts';

const build = (texts: Readonly<Record<string, string>>) => buildMarkdownTree(listEntries(texts));

describe('a number in a name', () => {
  it.each([
    [
      ['2024-01-15.md', '2025-01-15.md', '2025-02-03-hotfix.md'],
      ['2024-01-15', '2025-01-15', '2025-02-03 hotfix'],
    ],
    [
      ['4.9.md', '4.10.md', '7.0-foo.md'],
      ['4.9', '4.10', '7.0 foo'],
    ],
    [['0007-cache.md'], ['0007 cache']],
    [
      ['007.md', '404.md', '2d.md'],
      ['007', '404', '2d'],
    ],
    [
      ['3-things.md', 'about.md'],
      ['3 things', 'About'],
    ],
    [
      ['7-wonders.md', '12-angry-men.md'],
      ['7 wonders', '12 angry men'],
    ],
    [
      ['5-minute-tour.md', '10-minute-tour.md'],
      ['5 minute tour', '10 minute tour'],
    ],
    [
      ['01-02-a.md', '01-03-b.md'],
      ['01 02 a', '01 03 b'],
    ],
  ])('is kept when it is the name: %j', async (names, titles) => {
    const tree = await build(Object.fromEntries(names.map((name) => [`notes/${name}`, 'text'])));
    expect(tree.pages.map(({ title }) => title)).toEqual(titles);
    expect(tree.pages.map(({ slug }) => /\d/.test(slug))).toEqual(titles.map((title) => /\d/.test(title)));
  });

  it.each([
    [
      ['01-install.md', '02-use.md'],
      ['Install', 'Use'],
    ],
    [
      ['10-install.md', '20-use.md'],
      ['Install', 'Use'],
    ],
    [
      ['2.b.md', '3.c.md', 'index.md'],
      ['Introduction', 'B', 'C'],
    ],
    [
      ['001_a.md', '002_b.md'],
      ['A', 'B'],
    ],
    [
      ['1-2fa.md', '2-sso.md'],
      ['2fa', 'Sso'],
    ],
    [
      ['01-start.md', '02-10-minute-tour.md', '03-404-errors.md'],
      ['Start', '10 minute tour', '404 errors'],
    ],
    [
      ['01-start.md', '02-use.md', '404-not-found.md'],
      ['Start', 'Use', '404 not found'],
    ],
    [
      ['1-tour.md', '2-use.md', '7-tour.md'],
      ['Tour', 'Use', 'Tour'],
    ],
    [
      ['01、安装.md', '02、使用.md'],
      ['安装', '使用'],
    ],
  ])('goes when it orders siblings: %j', async (names, titles) => {
    const tree = await build(Object.fromEntries(names.map((name) => [`notes/${name}`, 'text'])));
    expect(tree.pages.map(({ title }) => title)).toEqual(titles);
  });

  it.each([
    ['title', '4.10', '4.10'],
    ['title', '1e3', '1e3'],
    ['title', '007', '007'],
    ['title', '0x1F', '0x1F'],
    ['title', 'true', 'true'],
    ['description', '1.0', '1.0'],
    ['title', '"4.10"', '4.10'],
    ['title', '~', undefined],
  ] as const)('in front matter is what is written: %s: %s', (key, yaml, text) => {
    expect(readFrontMatter(`---\n${key}: ${yaml}\n---\n`)[key]).toBe(text);
  });

  it('in a variable is what is written', () => {
    expect(readFrontMatter('---\nvars:\n  version: 4.10\n  flag: True\n  big: 1_000\n---\n').variables).toEqual({
      version: '4.10',
      flag: 'True',
      big: '1_000',
    });
  });
});

describe('a text of a configuration', () => {
  it('is what is written', async () => {
    const listed = await build({
      'mkdocs.yml': 'nav:\n  - 4.10: docs/a.md\n  - 1e3: docs/b.md\ndocs_dir: .\n',
      'docs/a.md': 'text',
      'docs/b.md': 'text',
    });
    expect(listed.pages.map(({ title }) => title)).toEqual(['4.10', '1e3']);
    const labelled = await build({
      'x.md': '',
      'v1/_category_.yml': 'label: 4.10\nposition: 2\n',
      'v1/a.md': '',
      'v2/_category_.json': '{ "label": "5.0", "position": 1 }',
      'v2/a.md': '',
    });
    expect(labelled.pages.map(({ title }) => title)).toEqual(['5.0', '4.10', 'X']);
    const { exported } = await build({
      '.gitbook.yaml': 'redirects:\n  4.10: a.md\n',
      'SUMMARY.md': '* [A](a.md)',
      'a.md': '',
    });
    expect(exported?.redirects.map(({ slug }) => slug)).toEqual(['4.10']);
  });
});

describe('an archive with backslashes', () => {
  const zip = (madeBy: number, ...names: string[]) => {
    const archive = makeZip(names.map((name) => ({ name, body: '# Page' })));
    // The upper byte of `version made by` is the system (APPNOTE 4.4.2).
    for (let at = archive.indexOf('504b0102', 0, 'hex'); at >= 0; at = archive.indexOf('504b0102', at + 4, 'hex'))
      archive.writeUInt8(madeBy, at + 5);
    return archive;
  };

  it.each([0, 10, 14])('that system %d wrote is imported', async (madeBy) => {
    const tree = await parseImport('zip', zip(madeBy, 'docs\\README.md', 'docs\\guide\\setup.md'));
    expect([...walkPages(tree.pages)].map(({ key }) => key)).toEqual(['README.md', 'guide/', 'guide/setup.md']);
  });

  it.each([
    [0, 'docs\\..\\..\\evil.md', /leaves the archive/],
    [0, '\\evil.md', /is absolute/],
    [0, 'C:\\evil.md', /drive letter/],
    [0, 'a\\\\b.md', /empty/],
    [3, 'a\\b.md', /backslash/],
  ])('is refused after the same checks: %d %s', async (madeBy, name, message) => {
    await expect(parseImport('zip', zip(madeBy, name))).rejects.toMatchObject({
      type: 'import_refused',
      message: expect.stringMatching(message),
    });
  });

  it('is refused when two names become the same', async () => {
    await expect(parseImport('zip', zip(0, 'a\\b.md', 'a/b.md'))).rejects.toMatchObject({ type: 'import_refused' });
  });
});
