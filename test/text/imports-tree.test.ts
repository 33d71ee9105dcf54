import { describe, expect, it } from 'vitest';
import { countImported, walkPages } from '../../src/text/imports/import-tree.ts';
import { importLimits } from '../../src/text/imports/limits.ts';
import { buildMarkdownTree } from '../../src/text/imports/markdown-tree.ts';
import type { ReadOptions } from '../../src/text/imports/formats/read-pages.ts';
import { allOr } from '../setup/size.ts';
import { listEntries, sketch } from './imports-archive.ts';

const build = (texts: Readonly<Record<string, string | Buffer>>, options?: ReadOptions) =>
  buildMarkdownTree(listEntries(texts), options);

const refusal = (message: RegExp) => ({ type: 'import_refused', status: 400, message: expect.stringMatching(message) });

describe('buildMarkdownTree(entries) by folders', () => {
  it('the common folder is removed, the index sorts first, and numbered names sort before others', async () => {
    const tree = await build({
      'repo-main/docs/zebra.md': '',
      'repo-main/docs/10-last.md': '',
      'repo-main/docs/2-second.md': '# Second!',
      'repo-main/docs/01_first.md': '',
      'repo-main/docs/README.md': '# Home',
      'repo-main/docs/item 10.md': '',
      'repo-main/docs/item 9.md': '',
      'repo-main/docs/Äpfel.md': '',
    });
    expect(sketch(tree.pages)).toEqual([
      'home "Home"',
      'first "First"',
      'second "Second!"',
      'last "Last"',
      'äpfel "Äpfel"',
      'item-9 "Item 9"',
      'item-10 "Item 10"',
      'zebra "Zebra"',
    ]);
    expect(tree.pages.map(({ key }) => key).slice(0, 2)).toEqual(['README.md', '01_first.md']);
  });

  it('a folder with an index becomes a page, otherwise a group at the root and an empty page below', async () => {
    const tree = await build({
      'index.md': '',
      'with/INDEX.md': '# With',
      'with/a.md': '',
      'without/a.md': '',
      'without/deep_er/b.md': '',
      'without/deep_er/README.md': '',
      'without/deepest/empty/c.md': '',
      'resources/x.png': 'x',
    });
    expect(sketch(tree.pages)).toEqual([
      'introduction "Introduction"',
      'with "With"',
      '  a "A"',
      'group without "Without"',
      '  a "A"',
      '  deep_er "Deep er"',
      '    b "B"',
      '  deepest "Deepest"',
      '    empty "Empty"',
      '      c "C"',
    ]);
    const groups = [...walkPages(tree.pages)].filter(({ key }) => key.endsWith('/'));
    expect(groups.map(({ key, markdown }) => [key, markdown])).toEqual([
      ['without/', ''],
      ['without/deepest/', ''],
      ['without/deepest/empty/', ''],
    ]);
    expect([tree.totalResources, countImported(tree)]).toEqual([8, 8]);
  });

  it('a page is the parent of the folder of the same name beside it', async () => {
    const tree = await build({ 'Guide.md': '# Guide', 'guide/a.md': '', 'guide/b/c.md': '', 'x.md': '' });
    expect(sketch(tree.pages)).toEqual(['guide "Guide"', '  a "A"', '  b "B"', '    c "C"', 'x "X"']);
  });

  it('pages are ordered and labelled as listed in an index, followed by unlisted pages', async () => {
    const tree = await build({
      'index.md': '- [Zed](z.md) – text\n- [The middle](m/)\n- [Gone](gone.md)\n- [Out](https://a.b)\n- [A](./a.md#x)',
      'a.md': '',
      'm/README.md': '',
      'unlisted.md': '',
      'z.md': '',
      'm/1.md': '',
    });
    expect(sketch(tree.pages)).toEqual([
      'introduction "Introduction"',
      'z "Zed"',
      'm "The middle"',
      '  1 "1"',
      'a "A"',
      'unlisted "Unlisted"',
    ]);
  });

  it('partial lists of an index are joined, a complete one is preferred, and lists that name few pages are ignored', async () => {
    const pages = { 'a.md': '', 'b.md': '', 'c.md': '', 'd.md': '' };
    const order = async (index: string) =>
      (await build({ 'index.md': index, ...pages })).pages.map(({ slug }) => slug).slice(1);
    expect(await order('## 1\n- [D](d.md)\n- [C](c.md)\n\n## 2\n- [B](b.md)\n- [A](a.md)')).toEqual([
      'd',
      'c',
      'b',
      'a',
    ]);
    expect(
      await order('- [B](b.md)\n- [A](a.md)\n\n# All\n1. [D](d.md)\n1. [C](c.md)\n1. [B](b.md)\n1. [A](a.md)'),
    ).toEqual(['d', 'c', 'b', 'a']);
    expect(await order('- [D](d.md)\n- see [C](c.md)')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('siblings get distinct slugs, and pages under different parents may have equal ones', async () => {
    const tree = await build({
      'Hello World.md': '',
      'hello-world.md': '',
      'hello_world!.html': '<html><p>x</p></html>',
      'sub/hello world.md': '',
      '😀.md': '',
      '---.md': '',
    });
    const slugs = tree.pages.map(({ slug }) => slug);
    expect(slugs.toSorted()).toEqual(['hello-world', 'hello-world-1', 'hello_world', 'page', 'page-1', 'sub']);
    expect(tree.pages.find(({ slug }) => slug === 'sub')?.children[0]?.slug).toBe('hello-world');
  });

  it('the title of a page is its front matter, otherwise its first heading, its unique HTML heading or its file name', async () => {
    const tree = await build({
      'a.md': '---\ntitle: Matter\n---\n# Heading',
      'b.md': '# Heading *of* `b`\n<h1>no</h1>',
      'c.md': '<h1 align="center">Own</h1>\n\n## Sub',
      'd.md': '<h1>Banner</h1>\n\n## Sub',
      'e-e.md': '<h1>Banner</h1>\n\ntext',
      'f.md': '---\ntitle: [broken\n---\n# F',
      'g.md': `# ${'long '.repeat(100)}`,
    });
    expect(tree.pages.map(({ title }) => title.slice(0, 20))).toEqual([
      'Matter',
      'Heading of b',
      'Own',
      'D',
      'E e',
      'F',
      'long long long long ',
    ]);
    expect(tree.pages.at(-1)?.title).toHaveLength(256);
    expect(tree.warnings).toEqual([{ key: 'f.md', reason: 'The front matter is not a YAML mapping' }]);
  });

  it('text is unchanged except for its byte order mark, including line ends, tabs, trailing space and front matter', async () => {
    const text = '---\ntitle: x \n---\r\n\r\n* a\t \r\n\n\n\n{% hint %}\n- b\n{% endhint %}\u2028\u00a0\r';
    const tree = await build({ 'a.md': `\uFEFF${text}` });
    expect(tree.pages[0]).toMatchObject({ title: 'x', markdown: text });
  });

  it('links lead to pages, folders and files, and covers to files', async () => {
    const tree = await build({
      'docs/a.md':
        '---\ncover: ../img/c%20d.png\n---\n[b](sub/b.md#Two) [s](sub) [g](loose/) [up](../img/x.bin) [no](no.md)',
      'docs/sub/b.md': '# One\n## Two\n[a](/docs/a) ![i](../../img/c d.png)',
      'docs/sub/README.md': '',
      'docs/loose/c.md': '',
      'img/c d.png': 'png',
      'img/x.bin': 'bin',
      'img/y.bin': 'bin',
      'img/.hidden.png': 'png',
    });
    const links = Object.fromEntries(
      [...walkPages(tree.pages)].map(({ key, links: found }) => [key, found.map(({ target }) => target)]),
    );
    expect(links['a.md']).toEqual([
      { kind: 'page', key: 'sub/b.md', anchor: 'two' },
      { kind: 'page', key: 'sub/README.md' },
      { kind: 'page', key: 'loose/' },
      { kind: 'file', key: '../img/x.bin' },
      { kind: 'broken' },
    ]);
    expect(links['sub/b.md']).toEqual([{ kind: 'page', key: 'a.md' }]);
    expect(tree.pages.find(({ key }) => key === 'a.md')?.cover).toEqual({
      url: '../img/c%20d.png',
      yPos: 0,
      target: { kind: 'file', key: '../img/c d.png' },
    });
    expect(tree.files.map(({ key, name, contentType }) => [key, name, contentType])).toEqual([
      ['../img/c d.png', 'c d.png', 'image/png'],
      ['../img/x.bin', 'x.bin', 'application/octet-stream'],
    ]);
    expect(tree.skipped.map(({ key }) => key)).toEqual(['../img/y.bin', '../img/.hidden.png']);
    expect([tree.totalResources, countImported(tree)]).toEqual([8, 6]);
  });

  it('absolute links that name the address of the site lead to pages, when most of them do', async () => {
    const links = ['/docs/core/text#a', '/docs/core/other', '/docs/start', '/docs/gone', '/blog/start', '//docs/start'];
    const tree = await build({
      '01-start.md': links.map((url) => `[x](${url})`).join(' '),
      '03-core/05-text.md': '# Text\n## A',
      '03-core/06-other.md': '',
    });
    const targets = [...walkPages(tree.pages)].flatMap((page) => page.links.map(({ target }) => target));
    expect(targets).toEqual([
      { kind: 'page', key: '03-core/05-text.md', anchor: 'a' },
      { kind: 'page', key: '03-core/06-other.md' },
      { kind: 'page', key: '01-start.md' },
      { kind: 'broken' },
      { kind: 'broken' },
      { kind: 'url', url: 'https://docs/start' },
    ]);
  });

  it('hidden, too large and system files are skipped, and all except system files are counted', async () => {
    const limits = { ...importLimits, maxDocumentBytes: 100, maxFileBytes: 50 };
    const tree = await build(
      {
        'a.md': 'x'.repeat(100),
        'b.md': 'x'.repeat(101),
        'c.png': 'x'.repeat(51),
        '.github/ISSUE.md': '',
        'node_modules/x/README.md': '',
        '__MACOSX/._a.md': '',
        '.DS_Store': '',
        LICENSE: '',
      },
      { limits },
    );
    expect(tree.pages.map(({ key }) => key)).toEqual(['a.md']);
    expect(tree.skipped.map(({ key, reason }) => `${key}: ${reason}`)).toEqual([
      'b.md: It is larger than 100 bytes',
      '.github/ISSUE.md: It is in a hidden folder',
      'node_modules/x/README.md: It is in a hidden folder',
      'c.png: It is larger than 50 bytes',
      'LICENSE: It is not a page, and no page refers to it',
    ]);
    expect([tree.totalResources, countImported(tree)]).toEqual([6, 1]);
  });

  it('an archive is refused without pages, with too much text or with pages that are not text, and when the import is aborted', async () => {
    await expect(build({ 'a.png': 'x', '.x/a.md': '' })).rejects.toMatchObject(
      refusal(/contains no Markdown or HTML page/),
    );
    const limits = { ...importLimits, maxTextBytes: 10 };
    await expect(build({ 'a.md': '12345678', 'b.md': '123' }, { limits })).rejects.toMatchObject(
      refusal(/exceed 10 bytes/),
    );
    await expect(build({ 'a.md': Buffer.from([0x61, 0xff, 0x62]) })).rejects.toMatchObject(
      refusal(/"a\.md" is not valid UTF-8/),
    );
    await expect(build({ 'a.md': 'a\0b' })).rejects.toMatchObject(refusal(/"a\.md" contains a NUL/));
    await expect(build({ 'a.md': '' }, { signal: AbortSignal.abort() })).rejects.toMatchObject(
      refusal(/took too long/),
    );
  });

  it('many pages are read in linear time', async () => {
    const most = allOr(1_000, 400);
    const body = `# Page\n\n${'Some **words** with [a link](page-7.md#page) and `code`.\n\n'.repeat(2)}`;
    const time = async (count: number) => {
      const texts = Object.fromEntries(Array.from({ length: count }, (_, at) => [`d${at % 40}/page-${at}.md`, body]));
      const before = process.cpuUsage();
      const tree = await build(texts);
      expect([...walkPages(tree.pages)].filter(({ key }) => key.endsWith('.md'))).toHaveLength(count);
      return process.cpuUsage(before).user;
    };
    await time(100);
    // The least of three, because the collector of garbage works beside one of them or another.
    const least = async (count: number) => Math.min(await time(count), await time(count), await time(count));
    const [few, many] = [await least(most / 4), await least(most)];
    expect(many / few).toBeLessThan(8);
  });
});
