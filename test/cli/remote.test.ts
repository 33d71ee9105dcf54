import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeZip } from '../text/imports-archive.ts';
import { filesOf } from '../exports.ts';
import { aMigratedDatabase, type MigratedDatabase } from '../ops/migrated-database.ts';
import { ask, runCommand, startServerProcess, type ServerProcess } from '../ops/server-process.ts';
import { runHere } from './run-here.ts';

let directory: MigratedDatabase;
let server: ServerProcess;
let organization: string;

beforeAll(async () => {
  directory = await aMigratedDatabase();
  server = await startServerProcess(directory.settings);
  organization = (await ask(server, 'GET /v1/orgs')).body.items[0].id;
});
afterAll(async () => {
  await server.stop();
  await directory.remove();
});

const aSpace = async () =>
  (await ask(server, `POST /v1/orgs/${organization}/spaces`, { title: 'Docs' })).body.id as string;
const pagesOf = async (place: string) =>
  (await ask(server, `GET /v1/spaces/${place}/content/pages`)).body.pages.map(({ title }: any) => title) as string[];

const account = () => ({ OCTAVO_URL: server.url, OCTAVO_TOKEN: server.token });

/** Runs a command in the directory of the test, with the server and its token as settings. */
const octavo = (args: readonly string[], settings: Record<string, string> = {}) =>
  runHere(args, { ...account(), ...settings }, directory.path);

async function aFolder(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(directory.path, name);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

describe('octavo import with a server', () => {
  test('a git clone is imported without .git and node_modules, and the report names what was changed and not sent', async () => {
    const space = await aSpace();
    const folder = await aFolder('clone', {
      'README.md': '# Handbook\n\n[Gone](gone.md)\n',
      'guide/install.md': '# Install\n',
      'node_modules/left-pad/README.md': '# Left pad\n',
      'notes.bin': 'x',
    });
    await promisify(execFile)('git', ['init', '--quiet', folder]);
    await writeFile(join(folder, '.git', 'notes.md'), '# Notes of git\n');
    await symlink(join(folder, 'guide/install.md'), join(folder, 'setup.md'));
    await symlink(server.url, join(folder, 'nowhere.md'));
    await symlink('/etc/hostname', join(folder, 'outside.md'));
    const done = await runCommand(['import', folder, '--space', space], account(), directory.path);
    expect(done.code, done.err).toBe(0);
    expect(done.out).toMatch(/^3 of 4 pages and files, revision rev_[\w-]{20}\n/);
    expect(done.out.split('\n').slice(1, -1).toSorted()).toEqual([
      '  changed: README.md: 1 link has no target: gone.md (line 3)',
      expect.stringMatching(/^ {2}left out: notes\.bin: /),
      '  not sent: nowhere.md: The link points to nothing',
      '  not sent: outside.md: The link points out of the folder',
    ]);
    expect(done.err).toMatch(/Importing clone\.zip …\n {2}Uploading …\n/);
    expect((await pagesOf(space)).toSorted()).toEqual(['Guide', 'Handbook', 'Install']);
  });

  test('a zip and a file are imported as what their names say, into a change request by its number', async () => {
    const space = await aSpace();
    const file = join(directory.path, 'docs.zip');
    await writeFile(file, makeZip([{ name: 'one.md', body: '# One' }]));
    await writeFile(join(directory.path, 'two.md'), '# Two');
    const { number } = (await ask(server, `POST /v1/spaces/${space}/change-requests`, { subject: 'Docs' })).body;
    const into = ['--space', space, '--change-request', String(number)];
    expect(await octavo(['import', file, ...into])).toMatchObject({ code: 0 });
    expect(await octavo(['import', 'two.md', ...into])).toMatchObject({ code: 0 });
    expect(await pagesOf(space)).toEqual([]);
    const { body } = await ask(server, `GET /v1/spaces/${space}/change-requests/${number}/content/pages`);
    expect(body.pages.map(({ title }: any) => title)).toEqual(['One', 'Two']);
  });

  test('--dry-run lists the pages as a tree and writes nothing', async () => {
    const space = await aSpace();
    const folder = await aFolder('tree', {
      'README.md': '# Top\n',
      'part/README.md': '# Part\n',
      'part/leaf.md': '# Leaf\n',
    });
    const done = await octavo(['import', folder, '--space', space, '--dry-run']);
    expect(done).toMatchObject({ code: 0 });
    expect(done.out).toBe('Top\nPart\n  Leaf\n3 of 3 would be imported: 3 pages, 0 files. Nothing was written.\n');
    expect(await pagesOf(space)).toEqual([]);
  });

  test('--update changes the pages of an earlier import, and says with --dry-run what it would change', async () => {
    const space = await aSpace();
    const folder = await aFolder('later', { 'README.md': '# Top\n', 'leaf.md': '# Leaf\n' });
    expect(await octavo(['import', folder, '--space', space])).toMatchObject({ code: 0 });
    await writeFile(join(folder, 'leaf.md'), '# Leaf\n\nMore.\n');
    const counts = '  update: 0 added, 1 updated, 0 removed, 1 unchanged\n';
    const dry = await octavo(['import', folder, '--space', space, '--update', '--dry-run']);
    expect(dry.out).toBe(`Top\nLeaf\n2 of 2 would be imported: 2 pages, 0 files. Nothing was written.\n${counts}`);
    const done = await octavo(['import', folder, '--space', space, '--update']);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining(counts) as string });
    expect(await pagesOf(space)).toEqual(['Top', 'Leaf']);
  });

  test('--allow-partial imports what a SUMMARY.md lists, which --dry-run announces', async () => {
    const space = await aSpace();
    const others = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, `# ${name}\n`]));
    const folder = await aFolder('partial', { 'SUMMARY.md': '- [Top](top.md)\n', 'top.md': '# Top\n', ...others });
    const refused = await octavo(['import', folder, '--space', space]);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('would leave out 3 of 4 pages')]);
    const dry = await octavo(['import', folder, '--space', space, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('needs --allow-partial') as string });
    expect(await octavo(['import', folder, '--space', space, '--allow-partial'])).toMatchObject({ code: 0 });
    expect(await pagesOf(space)).toEqual(['Top']);
  });

  test('--site adds a space for each version and language to a site, and updates them', async () => {
    const folder = await aFolder('versions', {
      'docusaurus.config.js': "module.exports = { i18n: { defaultLocale: 'en', locales: ['en', 'fr'] } };\n",
      'versions.json': '["2.0", "1.0"]',
      'docs/a.md': '# Next\n',
      'versioned_docs/version-2.0/a.md': '# New\n\nText\n',
      'versioned_docs/version-2.0/b.md': '# Other\n',
      'versioned_docs/version-1.0/a.md': '# Old\n',
      'i18n/fr/docusaurus-plugin-content-docs/version-2.0/a.md': '# Nouveau\n',
    });
    const { id } = (await ask(server, `POST /v1/orgs/${organization}/sites`, { title: 'Product' })).body;
    const into = ['import', folder, '--site', id];
    const done = await octavo(into);
    expect(done.code, done.err).toBe(0);
    const lines = done.out.split('\n').filter((line) => !line.startsWith('  '));
    expect(lines).toEqual([
      expect.stringMatching(/^2 of \d+ pages and files, 2\.0 in en, space spc_[\w-]{20}, revision rev_[\w-]{20}$/),
      expect.stringMatching(/^2 of \d+ pages and files, 2\.0 in fr, /),
      expect.stringMatching(/^1 of \d+ pages and files, Next in en, /),
      expect.stringMatching(/^1 of \d+ pages and files, 1\.0 in en, /),
      '4 spaces on the site Product',
      '',
    ]);
    expect(done.out).toContain('1 page without a translation into fr is imported in en: docs/b.md');
    expect(done.err).toContain('Importing 2.0 in fr (2 of 4) …');
    const parts = (await ask(server, `GET /v1/orgs/${organization}/sites/${id}/site-spaces`)).body.items;
    expect(
      parts.map(({ default: isDefault, path, space }: any) => [isDefault, path, space.title, space.language]),
    ).toEqual([
      [true, expect.any(String), '2.0', 'en'],
      [false, 'fr', '2.0', 'fr'],
      [false, 'current', 'Next', 'en'],
      [false, '1.0', '1.0', 'en'],
    ]);
    expect(await Promise.all(parts.map(({ space }: any) => pagesOf(space.id)))).toEqual([
      ['New', 'Other'],
      ['Nouveau', 'Other'],
      ['Next'],
      ['Old'],
    ]);
    expect(await octavo(into)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The site has 2.0 in en already; --update updates it') as string,
    });
    await writeFile(join(folder, 'versioned_docs/version-1.0/a.md'), '# Old\n\nMore.\n');
    const updated = await octavo([...into, '--update']);
    expect(updated).toMatchObject({ code: 0 });
    expect(updated.out.split('\n').filter((line) => line.startsWith('  update: '))).toEqual([
      ...Array.from({ length: 2 }, () => '  update: 0 added, 0 updated, 0 removed, 2 unchanged'),
      '  update: 0 added, 0 updated, 0 removed, 1 unchanged',
      '  update: 0 added, 1 updated, 0 removed, 0 unchanged',
    ]);
    const dry = await octavo(['import', folder, '--space', parts[3].space.id, '--dry-run', '--import-version', '1.0']);
    expect(dry.out).toContain('  --import-version 2.0 --language fr: 1 page\n');
    expect(dry.out).toMatch(/^Old\n/);
  });

  test('--site adds one space for a source in one version, and none when the import fails', async () => {
    const { id } = (await ask(server, `POST /v1/orgs/${organization}/sites`, { title: 'Plain' })).body;
    const spaces = async () => (await ask(server, `GET /v1/orgs/${organization}/spaces`)).body.items.length as number;
    const before = await spaces();
    const text = join(directory.path, 'none.zip');
    await writeFile(text, '# No archive');
    expect(await octavo(['import', text, '--site', id])).toMatchObject({ code: 1 });
    expect(await spaces()).toBe(before);
    await writeFile(join(directory.path, 'plain.md'), '# Plain page\n');
    expect(await octavo(['import', 'plain.md', '--site', id])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^1 of 1 pages and files, Plain, space spc_/) as string,
    });
    expect(await spaces()).toBe(before + 1);
    expect(await octavo(['import', 'plain.md', '--site', 'site_none'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('No site "site_none"') as string,
    });
    expect(await octavo(['import', 'plain.md', '--site', id, '--dry-run'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('--dry-run') as string,
    });
  });

  test('a failure ends with exit code 1 and the message of the server', async () => {
    const space = await aSpace();
    const text = join(directory.path, 'text.zip');
    await writeFile(text, '# No archive');
    const failed = async (args: readonly string[], settings?: Record<string, string>) => {
      const { code, out, err } = await octavo(['import', ...args], settings);
      return [code, out, err.split('\n').findLast((line) => line.startsWith('octavo: '))];
    };
    expect(await failed([text, '--space', space])).toEqual([
      1,
      '',
      'octavo: Expected a ZIP archive of Markdown or HTML files, but this is something else',
    ]);
    expect(await failed([text, '--space', 'spc_none'])).toEqual([1, '', 'octavo: No space "spc_none"']);
    expect(await failed([text, '--space', space], { OCTAVO_TOKEN: 'wrong' })).toEqual([
      1,
      '',
      expect.stringMatching(/token/),
    ]);
    expect(await failed([text, '--space', space], { OCTAVO_TOKEN: '' })).toEqual([
      1,
      '',
      expect.stringMatching(/Set OCTAVO_TOKEN/),
    ]);
    expect(await failed([text, '--space', space, '--url', 'http://127.0.0.1:1'])).toEqual([
      1,
      '',
      expect.stringMatching(/http:\/\/127\.0\.0\.1:1 cannot be reached/),
    ]);
    expect(await failed([join(directory.path, 'text.odt'), '--space', space])).toEqual([
      1,
      '',
      expect.stringMatching(/ENOENT/),
    ]);
    expect(await failed([text])).toEqual([1, '', expect.stringMatching(/either --space, --site or --organization/)]);
    expect(await failed([text, '--space', space, '--user', 'x'])).toEqual([1, '', expect.stringMatching(/--user/)]);
    expect(await pagesOf(space)).toEqual([]);
  });
});

describe('octavo export', () => {
  test('the archive of a space is written to a file, which is replaced with --force only', async () => {
    const space = await aSpace();
    const folder = await aFolder('exported', { 'README.md': '# Exported\n' });
    await octavo(['import', folder, '--space', space]);
    const output = join(directory.path, 'space.zip');
    const done = await octavo(['export', '--space', space, '--output', output]);
    expect(done).toMatchObject({ code: 0, out: `${output}\n` });
    const archive = await readFile(output);
    expect([...(await filesOf(archive))].map(([path]) => path)).toContain('SUMMARY.md');
    await writeFile(output, 'mine');
    const refused = await octavo(['export', '--space', space, '--output', output]);
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('--force replaces it') as string });
    expect(await readFile(output, 'utf8')).toBe('mine');
    expect(await octavo(['export', '--space', space, '--output', output, '--force'])).toMatchObject({ code: 0 });
    expect([...(await filesOf(await readFile(output)))].map(([path]) => path)).toContain('SUMMARY.md');
    expect((await readdir(directory.path)).filter((name) => name.includes('incomplete'))).toEqual([]);
  });

  test('an organization that is exported is imported into another one', async () => {
    const space = await aSpace();
    await writeFile(join(directory.path, 'page.md'), '# Moves along\n');
    await octavo(['import', 'page.md', '--space', space]);
    expect(await octavo(['export', '--organization', organization])).toMatchObject({
      code: 0,
      out: `${organization}.zip\n`,
    });
    const { body: other } = await ask(server, 'POST /v1/orgs', { title: 'Elsewhere' });
    const done = await octavo(['import', `${organization}.zip`, '--organization', other.id]);
    expect(done.code, done.err).toBe(0);
    expect(done.out).toMatch(/^0 collections, \d+ spaces\n/);
    expect(done.out).toMatch(/^1 of 1 pages and files, spc_[\w-]{20} Docs$/m);
    const { body: spaces } = await ask(server, `GET /v1/orgs/${other.id}/spaces`);
    const titles = await Promise.all(spaces.items.map(({ id }: any) => pagesOf(id)));
    expect(titles.flat()).toContain('Moves along');
  });

  test('an export without a target, and one of what does not exist, end with exit code 1 and leave no file', async () => {
    expect(await octavo(['export'])).toMatchObject({ code: 1, err: expect.stringContaining('--space') as string });
    expect(await octavo(['export', '--space', 'spc_none'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('No space "spc_none"') as string,
    });
    expect((await readdir(directory.path)).filter((name) => name.startsWith('spc_none'))).toEqual([]);
  });
});
