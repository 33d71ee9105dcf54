import { describe, expect, it } from 'vitest';
import { editBody } from '../../src/text/git/edit-body.ts';
import { editMatter } from '../../src/text/git/edit-matter.ts';
import { findMoved } from '../../src/text/git/find-moved.ts';
import { findRoot } from '../../src/text/git/find-root.ts';
import type { FileChange } from '../../src/text/git/folder.ts';
import { filesOf, GitSpace } from './git-folder.ts';

/** Changes by path: the text of a file, where it is moved from, or that it is deleted. */
const shown = ({ changes }: { readonly changes: readonly FileChange[] }) =>
  Object.fromEntries(
    changes.map((change) => {
      if (change.kind === 'text') return [change.path, change.bytes.toString()];
      if (change.kind === 'blob') return [change.path, `blob ${Buffer.from(change.blobHash, 'base64').toString()}`];
      return [change.path, change.kind === 'move' ? `move ${change.from}` : 'delete'];
    }),
  );

const read = (texts: Readonly<Record<string, string | Buffer>>) => GitSpace.read(filesOf(texts));

describe('the root of an import', () => {
  it.each<[string, readonly string[], readonly string[], string | null]>([
    ['is the folder itself', ['a.md', 'b/c.md'], ['a.md', 'b/c.md', 'x/a.md'], ''],
    ['is a folder in it', ['README.md', 'b/c.md'], ['README.md', 'docs/README.md', 'docs/b/c.md'], 'docs/'],
    ['is not half of a name', ['a.md'], ['docs/ba.md', 'docs/x/a.md'], 'docs/x/'],
    ['is told by those that are left', ['gone.md', 'a.md', 'b/'], ['docs/a.md'], 'docs/'],
    ['is none when all have gone', ['a.md'], ['b.md'], null],
  ])('%s', (_name, keys, paths, root) => {
    expect(findRoot(keys, new Set(paths))).toBe(root);
  });
});

describe('a moved file', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Record<string, string>]>([
    ['is one with the same bytes', { 'a.md': '1', b: '2' }, { 'c.md': '1', b: '2' }, { 'c.md': 'a.md' }],
    ['is none that is still there', { 'a.md': '1' }, { 'a.md': '1', 'b.md': '1' }, {}],
    ['is the one of its name', { 'x/a': '1', 'x/b': '1' }, { 'y/b': '1', 'y/a': '1' }, { 'y/a': 'x/a', 'y/b': 'x/b' }],
    ['is one of one', { a: '1' }, { b: '1', c: '1' }, { b: 'a' }],
    ['is none with other bytes', { a: '1' }, { b: '2' }, {}],
  ])('%s', (_name, before, now, moved) => {
    const [one, other] = [before, now].map((files) => new Map(Object.entries(files)));
    expect(Object.fromEntries(findMoved(one ?? new Map(), other ?? new Map()))).toEqual(moved);
  });
});

describe('an edited text', () => {
  it.each([
    ['keeps LF', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
    ['keeps CRLF', 'a\r\nb\r\n', 'a\nc\n', 'a\r\nc\r\n'],
    ['keeps the line ends of each line', 'a\r\nb\nc\nd\n', 'a\nb\nx\nd\n', 'a\r\nb\nx\nd\n'],
    ['keeps that no line end is last', 'a\nb', 'a\nc\n', 'a\nc'],
    ['keeps that a line end is last', 'a\nb\n', 'a\nc', 'a\nc\n'],
    ['is none when line ends alone differ', 'a\r\nb', 'a\nb\n', 'a\r\nb'],
    ['may become empty', 'a\n', '', ''],
    ['may be the first', '', 'a\n', 'a\n'],
  ])('%s', (_name, raw, wanted, text) => {
    expect(editBody({ raw, read: raw, wanted })).toEqual({ text, isPartial: false });
  });

  it('leaves lines that the file does not have as they are in the file', () => {
    const raw = 'import A from "a"\n\none\n\ntwo\n';
    const base = '<!-- import A from "a" -->\n\none\n\ntwo\n';
    const wanted = base.replace('two', 'three');
    expect(editBody({ raw, read: base, wanted })).toEqual({ text: raw.replace('two', 'three'), isPartial: false });
    const lost = editBody({ raw, read: base, wanted: wanted.replace('<!-- import A from "a" -->', '') });
    expect(lost).toEqual({ text: raw.replace('two', 'three'), isPartial: true });
  });
});

describe('edited front matter', () => {
  const matter = `---\n# First\ntitle: "Start"   # shown\ntags: [a,b]\ndescription: |\n  One\n  two\nicon:\n\nlast: 'x'\n---\nText\n`;

  it.each<[string, Record<string, unknown>, string]>([
    ['changes a value in its quotes', { title: 'Begin' }, matter.replace('"Start"', '"Begin"')],
    ['changes a text of several lines', { description: 'One' }, matter.replace('|\n  One\n  two', 'One')],
    ['gives an empty key a value', { icon: 'home' }, matter.replace('icon:', 'icon: home')],
    ['deletes a key', { tags: undefined }, matter.replace('tags: [a,b]\n', '')],
    [
      'deletes a text of several lines',
      { description: undefined },
      matter.replace('description: |\n  One\n  two\n', ''),
    ],
    [
      'adds keys at the end',
      { hidden: true, vars: { a: '1' } },
      matter.replace("'x'\n", '\'x\'\nhidden: true\nvars:\n  a: "1"\n'),
    ],
    ['leaves out what is to be deleted and is not there', { hidden: undefined }, matter],
  ])('%s', (_name, edit, text) => {
    expect(editMatter(matter, new Map(Object.entries(edit)))).toBe(text);
    const windows = (one: string) => one.replaceAll('\n', '\r\n');
    expect(editMatter(windows(matter), new Map(Object.entries(edit)))).toBe(windows(text));
  });

  it.each<[string, string, Record<string, unknown>, string]>([
    ['is added above a text', '# A\n', { title: 'B' }, '---\ntitle: B\n---\n# A\n'],
    ['is added in the line ends of the text', 'a\r\nb\r\n', { title: 'B' }, '---\r\ntitle: B\r\n---\r\na\r\nb\r\n'],
    ['is added above what cannot be read', '---\n- a\n---\n', { title: 'B' }, '---\ntitle: B\n---\n---\n- a\n---\n'],
    ['is not added for nothing', '# A\n', { title: undefined }, '# A\n'],
    ['goes with its last key', '---\ntitle: B\n---\n# A\n', { title: undefined }, '# A\n'],
    ['may be in braces', '---\n{ title: A, b: 1 }\n---\n', { title: 'B' }, '---\n{ title: B, b: 1 }\n---\n'],
  ])('%s', (_name, before, edit, after) => {
    expect(editMatter(before, new Map(Object.entries(edit)))).toBe(after);
  });
});

const files = {
  'README.md': '# Start\r\n\r\nSee [use](guide/use.md#how "Use") and ![logo](logo.png).\r\n',
  'guide/README.md':
    '---\ntitle: Guide # shown\n---\nSee [use](./use), [start](../README.md) and [code](../src/x.ts#L1).',
  'guide/use.md': '\uFEFFimport X from "x"\n\n# Use\n\n:::note\nHow\n:::\n\n![logo](../logo.png){.wide}\n',
  'src/x.ts': 'export {};\n',
  'logo.png': 'png',
};

describe('a folder', () => {
  it('that is what was read has no changes', async () => {
    expect(await (await read(files)).changes()).toMatchObject({ changes: [], skipped: [] });
  });

  it('has an edited text in its own file, with its byte order mark and its modules', async () => {
    const space = await read(files);
    const { id } = space.pageAt('guide/use.md');
    space.write(id, space.textOf(id).replace('How\n', 'How to\n'));
    expect(shown(await space.changes())).toEqual({
      'guide/use.md': files['guide/use.md'].replace('How\n', 'How to\n'),
    });
  });

  it('has a page at its new place, and links that follow it, in the way they were written', async () => {
    const space = await read(files);
    const { id } = space.pageAt('guide/use.md');
    space.edit(id, { parentId: null, slug: 'usage', position: 'z' });
    expect(shown(await space.changes())).toEqual({
      'README.md': files['README.md'].replace('guide/use.md#how', 'usage.md#how'),
      'guide/README.md': files['guide/README.md'].replace('./use', '../usage'),
      'guide/use.md': 'delete',
      'usage.md': files['guide/use.md'].replace('../logo.png', 'logo.png'),
    });
  });

  it('has the pages below a page that is renamed in its folder', async () => {
    const space = await read(files);
    space.edit(space.pageAt('guide/README.md').id, { slug: 'manual' });
    expect(shown(await space.changes())).toEqual({
      'README.md': files['README.md'].replace('guide/use.md', 'manual/use.md'),
      'guide/README.md': 'delete',
      'guide/use.md': 'delete',
      'manual/README.md': 'move guide/README.md',
      'manual/use.md': 'move guide/use.md',
    });
  });

  it('has new pages at paths of their slugs, and no page at a name that folders have', async () => {
    const space = await read(files);
    const below = space.pageAt('guide/README.md').id;
    space.edit(space.pageAt('guide/use.md').id, { position: 'zzz' });
    const page = {
      ...space.pageAt('guide/use.md'),
      position: 'z',
      attributes: {},
      documentId: space.keepText('Words.\n'),
    };
    space.entries.set('pg_1', { ...page, id: 'pg_1', parentId: below, slug: 'own-page', title: 'Own page' });
    space.entries.set('pg_2', {
      ...page,
      id: 'pg_2',
      parentId: below,
      slug: 'readme',
      title: 'Read me',
      position: 'zz',
    });
    space.entries.set('pg_3', { ...page, id: 'pg_3', parentId: 'pg_1', slug: 'use', title: 'Other' });
    expect(shown(await space.changes())).toEqual({
      'guide/own-page/README.md': 'Words.\n',
      'guide/own-page/use.md': '---\ntitle: Other\n---\nWords.\n',
      'guide/readme/README.md': '---\ntitle: Read me\n---\nWords.\n',
    });
  });

  it('has titles and attributes in the keys that differ', async () => {
    const space = await read(files);
    space.edit(space.pageAt('guide/README.md').id, {
      title: 'The guide',
      attributes: { description: 'How: it works' },
    });
    space.edit(space.pageAt('README.md').id, { title: 'Begin', attributes: { hidden: false, noIndex: true } });
    const { 'guide/README.md': guide, 'README.md': start } = files;
    expect(shown(await space.changes())).toEqual({
      'README.md': `---\r\ntitle: Begin\r\nnoIndex: true\r\n---\r\n${start}`,
      'guide/README.md': guide.replace('Guide # shown\n', 'The guide # shown\ndescription: "How: it works"\n'),
    });
  });

  it('loses the files of removed pages and files, and no others', async () => {
    const space = await read(files);
    space.remove(space.pageAt('guide/use.md').id);
    space.remove(space.pageAt('logo.png').id);
    expect(shown(await space.changes())).toEqual({ 'guide/use.md': 'delete', 'logo.png': 'delete' });
  });

  it('has new bytes, names and files', async () => {
    const space = await read({ ...files, '.gitbook/assets/a.png': 'a' });
    const logo = space.pageAt('logo.png');
    const blob = (text: string) => Buffer.from(text).toString('base64');
    space.edit(logo.id, { title: 'sign.png', blobHash: blob('new') });
    space.entries.set('file_1', { ...logo, id: 'file_1', title: 'a.png', blobHash: blob('other') });
    const changes = shown(await space.changes());
    expect(changes).toMatchObject({
      '.gitbook/assets/a (1).png': 'blob other',
      'sign.png': 'blob new',
      'logo.png': 'delete',
      'README.md': files['README.md'].replace('logo.png', 'sign.png'),
    });
    expect(Object.keys(changes)).toHaveLength(5);
  });

  it('has two pages that take each other’s place', async () => {
    const space = await read({ 'README.md': '# S\n', 'a.md': '# A\n\n[b](b.md)\n', 'b.md': '# B\n' });
    const [a, b] = [space.pageAt('a.md'), space.pageAt('b.md')];
    space.edit(a.id, { slug: 'b', position: b.position });
    space.edit(b.id, { slug: 'a', position: a.position });
    expect(shown(await space.changes())).toEqual({ 'a.md': 'move b.md', 'b.md': '# A\n\n[b](a.md)\n' });
  });

  it('keeps what cannot be written, and says so', async () => {
    const latin = Buffer.from('# Caf\xe9 au lait, d\xe9j\xe0 vu, \xe0 bient\xf4t\n', 'latin1');
    const space = await read({ ...files, 'latin.md': latin, 'page.html': '<html><body><h1>P</h1></body></html>' });
    for (const { id, type } of space.entries.values())
      if (type === 'document') space.edit(id, { attributes: { description: 'D' } });
    const { changes, skipped } = await space.changes();
    expect(changes.map(({ path }) => path)).toEqual(['README.md', 'guide/README.md', 'guide/use.md']);
    expect(skipped).toEqual([
      { key: 'latin.md', reason: 'It is not in Unicode' },
      { key: 'page.html', reason: 'It is HTML, which is read but not written' },
    ]);
  });

  it('lets other work of the process go on between pages', async () => {
    const text = (name: string) => `# ${name}\n\n${'Some words with [a link](README.md) and `code`.\n\n'.repeat(20)}`;
    const names = Array.from({ length: 60 }, (_none, n) => `page-${n}.md`);
    const space = await read(Object.fromEntries(['README.md', ...names].map((name) => [name, text(name)])));
    for (const { id, type } of space.entries.values())
      if (type === 'document') space.write(id, `${space.textOf(id)}\nMore.\n`);
    let turns = 0;
    const other = setInterval(() => (turns += 1));
    const { changes } = await space.changes();
    clearInterval(other);
    expect(changes).toHaveLength(61);
    expect(turns).toBeGreaterThanOrEqual(2);
  });
});
