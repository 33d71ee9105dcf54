import { generateKeyBetween } from 'fractional-indexing';
import { describe, expect, it } from 'vitest';
import type { EntryState } from '../../src/text/content/changes.ts';
import { editRedirects } from '../../src/text/git/edit-redirects.ts';
import { filesOf, GitSpace, seenPages } from './git-folder.ts';

const read = (texts: Readonly<Record<string, string>>) => GitSpace.read(filesOf(texts));

/** The changed files as texts; a deleted one is empty. */
async function written(space: GitSpace, redirects?: Parameters<GitSpace['changes']>[0]) {
  const { changes } = await space.changes(redirects);
  const after = space.apply(changes);
  return Object.fromEntries(changes.map(({ path }) => [path, after.get(path)?.toString() ?? '']));
}

/** The last place below a parent, or the one in front of a page. */
function placeIn(
  space: GitSpace,
  parentId: string | null,
  before?: EntryState,
): Pick<EntryState, 'parentId' | 'position'> {
  const positions = [...space.entries.values()]
    .flatMap((entry) => (entry.kind === 'page' && entry.parentId === parentId ? [entry.position] : []))
    .toSorted();
  const end = before?.position ?? null;
  const start = positions.findLast((position) => end === null || position < end) ?? null;
  return { parentId, position: generateKeyBetween(start, end) };
}

const summary = `# Contents
<!-- by hand -->

* [Home](README.md)
* [Install](install.md) <!-- first -->
    * [Nix](./nix.md "On Nix")

## Guide

- [Use **it**](use.md)
- [API](https://example.test)
`;
const files = {
  'SUMMARY.md': summary,
  'README.md': '# Home\n',
  'install.md': '# Install\n',
  'nix.md': 'Words.\n',
  'use.md': 'Words.\n',
};

describe('SUMMARY.md', () => {
  it('has the new place of a page in its own line', async () => {
    const space = await read(files);
    const use = space.pageAt('use.md');
    space.edit(space.pageAt('nix.md').id, { ...placeIn(space, use.parentId, use), slug: 'unix' });
    expect(await written(space)).toEqual({
      'SUMMARY.md': summary
        .replace('    * [Nix](./nix.md "On Nix")\n', '')
        .replace('- [Use', '* [Nix](./unix.md "On Nix")\n- [Use'),
      'nix.md': '',
      'unix.md': 'Words.\n',
    });
  });

  it('has a new title where the page has it from there, and not in the page', async () => {
    const space = await read(files);
    space.edit(space.pageAt('use.md').id, { title: 'Use C# (all)' });
    space.edit(space.pageAt('install.md').id, { title: 'Set up' });
    expect(await written(space)).toEqual({
      'SUMMARY.md': summary.replace('Use **it**', 'Use C# (all)').replace('[Install]', '[Set up]'),
      'install.md': '---\ntitle: Set up\n---\n# Install\n',
    });
  });

  it('has new pages, groups and links in the bullets and the indentation that it has', async () => {
    const space = await read(files);
    const page = { ...space.pageAt('use.md'), attributes: {}, documentId: space.keepText('Words.\n') };
    const below = space.pageAt('install.md').id;
    const put = (id: string, own: Partial<EntryState>) => space.entries.set(id, { ...page, id, ...own });
    put('pg_1', { ...placeIn(space, below), title: 'Mac', slug: 'mac' });
    put('pg_2', { ...placeIn(space, 'pg_1'), title: 'Arm', slug: 'arm' });
    put('pg_3', { ...placeIn(space, null), type: 'group', title: 'More & more', slug: 'more', documentId: null });
    const target = { kind: 'url', url: 'https://example.test/x y' } as const;
    put('pg_4', {
      ...placeIn(space, 'pg_3'),
      type: 'link',
      title: 'Blog',
      slug: null,
      documentId: null,
      attributes: { target },
    });
    expect(await written(space)).toEqual({
      'SUMMARY.md':
        summary.replace('"On Nix")\n', '"On Nix")\n    * [Mac](mac/README.md)\n        * [Arm](mac/arm.md)\n') +
        '\n## More \\& more\n\n* [Blog](<https://example.test/x%20y>)\n',
      'mac/README.md': 'Words.\n',
      'mac/arm.md': 'Words.\n',
    });
  });

  it.each([
    [
      'a page above a line that is indented for no reason',
      '  * [Install](install.md)\n* [Use](use.md)\n',
      ['use.md', 'first'],
      '* [Use](use.md)\n* [Home](README.md)\n* [Install](install.md)\n',
    ],
    [
      'a page below one that is not indented as most are',
      '  * [Install](install.md)\n  * [Nix](nix.md)\n* [Use](use.md)\n',
      ['install.md', 'last'],
      '  * [Nix](nix.md)\n* [Use](use.md)\n* [Install](install.md)\n',
    ],
    [
      'a page behind headings of which one has no page',
      '* [Install](install.md)\n\n## Empty\n\n## Guide\n\n* [Nix](nix.md)\n* [Use](use.md)\n',
      ['use.md', 'last'],
      '* [Install](install.md)\n* Guide\n  * [Nix](nix.md)\n* [Use](use.md)\n',
    ],
  ] as const)('lists %s where it stands', async (_name, before, [path, place], after) => {
    const home = '# Contents\n\n';
    const space = await read({ ...files, 'SUMMARY.md': `${home}${before}` });
    const [first] = [...space.entries.values()].filter(({ parentId }) => parentId === null);
    space.edit(space.pageAt(path).id, placeIn(space, null, place === 'first' ? first : undefined));
    await space.push();
    expect(space.files.get('SUMMARY.md')?.toString()).toBe(`${home}${after}`);
    const again = await GitSpace.read(space.files);
    const wanted = seenPages(space, space.folder.sources);
    expect(seenPages(again, again.folder.sources)).toEqual(wanted);
  });

  it('is none of the names of pages', async () => {
    const space = await read({ 'README.md': '# Home\n', 'a.md': '# A\n' });
    space.edit(space.pageAt('a.md').id, { slug: 'summary' });
    expect(Object.keys(await written(space))).toEqual(['a.md', 'summary/README.md']);
  });

  it('has a group before other pages at the top as an item, because a heading would hold them', async () => {
    const space = await read(files);
    space.edit(space.pageAt('use.md').id, placeIn(space, null));
    expect((await written(space))['SUMMARY.md']).toBe(
      summary.replace(
        '\n## Guide\n\n- [Use **it**](use.md)\n- [API](https://example.test)\n',
        '* Guide\n    * [API](https://example.test)\n* [Use **it**](use.md)\n',
      ),
    );
  });

  it('loses the lines of removed pages alone', async () => {
    const space = await read(files);
    space.remove(space.pageAt('install.md').id);
    expect(await written(space)).toEqual({
      'SUMMARY.md': summary.replace(/\* \[Install\].*\n.*\n/, ''),
      'install.md': '',
      'nix.md': '',
    });
  });

  it('is made once folders do not express the order, and not before', async () => {
    const space = await read({ 'README.md': '# Home\n', 'a.md': '# A\n', 'b.md': '# B\n' });
    space.edit(space.pageAt('b.md').id, { parentId: space.pageAt('a.md').id });
    expect(await written(space)).toEqual({ 'a/b.md': '# B\n', 'b.md': '' });
    space.edit(space.pageAt('b.md').id, placeIn(space, null, space.pageAt('a.md')));
    expect(await written(space)).toEqual({
      'SUMMARY.md': '# Table of contents\n\n* [Home](README.md)\n* [B](b.md)\n* [A](a.md)\n',
    });
  });
});

describe('.gitbook.yaml', () => {
  it('has the former paths of moved pages, and redirects that follow them', async () => {
    const config = 'root: ./ # here\nredirects:\n  before: use.md\n  zoo: nix.md # old\n';
    const space = await read({ ...files, '.gitbook.yaml': config });
    const { id, parentId } = space.pageAt('use.md');
    space.edit(id, { slug: 'usage' });
    const changed = await written(space, [{ parent: parentId ?? '', slug: 'use', page: id }]);
    expect(changed['.gitbook.yaml']).toBe(
      'root: ./ # here\nredirects:\n  before: usage.md\n  guide/use: usage.md\n  zoo: nix.md # old\n',
    );
    const none = await read(files);
    none.edit(none.pageAt('use.md').id, { slug: 'usage' });
    const made = await written(none, [{ parent: '', slug: 'use', page: none.pageAt('use.md').id }]);
    expect(made['.gitbook.yaml']).toBe('redirects:\n  use: usage.md\n');
  });

  it.each<[string, string, Record<string, string>, string | null]>([
    ['is made of nothing', '', { b: '2', a: '1' }, 'redirects:\n  a: "1"\n  b: "2"\n'],
    ['may have comments alone', '# c', { a: 'x.md' }, '# c\nredirects:\n  a: x.md\n'],
    ['may have no redirects', 'root: ./\r\n', { a: 'x.md' }, 'root: ./\r\nredirects:\r\n  a: x.md\r\n'],
    [
      'has new keys in order',
      'redirects:\n    b: y.md\n',
      { c: 'z.md', a: 'x.md' },
      'redirects:\n    a: x.md\n    b: y.md\n    c: z.md\n',
    ],
    [
      'has new keys above what follows',
      'redirects:\n  b: y.md\nroot: ./\n',
      { c: 'z.md' },
      'redirects:\n  b: y.md\n  c: z.md\nroot: ./\n',
    ],
    ['has a last line without an end', 'redirects:\n  b: y.md', { c: 'z.md' }, 'redirects:\n  b: y.md\n  c: z.md\n'],
    ['may have redirects without any', 'redirects:\nroot: ./\n', { a: 'x.md' }, 'redirects:\n  a: x.md\nroot: ./\n'],
    ['stays when it is no mapping', '- a\n', { a: 'x.md' }, null],
    ['stays when it is no YAML', 'a: [\n', { a: 'x.md' }, null],
  ])('%s', (_name, before, redirects, after) => {
    expect(editRedirects(before, new Map(Object.entries(redirects)))).toBe(after);
  });
});
