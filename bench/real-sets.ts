// Imports documentation that packages ship, as people bring it: each set through the API, and one changed word in each page
// written back, and the first block of each wrapper deleted and another put before it. Starts a server of its own from the build (`npm run build`). Exits with 1 when a change touched other lines.
// Usage: `npx tsx bench/real-sets.ts [--no-import] [--no-edits] [NAME]…`; the packages are downloaded to a temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { textsIn } from '../test/markdown-files.ts';
import { makeZip } from '../test/text/imports-archive.ts';
import { changedWords, changedWrappers } from '../test/write-back.ts';
import { startServer } from './hostile/server.ts';

interface RealSet {
  readonly name: string;
  /** A pinned version. */
  readonly package: string;
  /** Folder of the documentation in the package. */
  readonly folder: string;
  readonly generator: string;
}

const sets: readonly RealSet[] = [
  { name: 'next', package: 'next@16.4.6', folder: 'dist/docs', generator: 'Next' },
  { name: 'npm', package: 'npm@11.21.2', folder: 'docs/content', generator: 'npm' },
  { name: 'fastify', package: 'fastify@5.12.8', folder: 'docs', generator: 'none' },
  { name: 'pino', package: 'pino@10.4.0', folder: 'docs', generator: 'Docsify' },
  { name: 'undici', package: 'undici@7.30.2', folder: 'docs', generator: 'Docsify' },
  { name: 'mercurius', package: 'mercurius@16.10.1', folder: 'docs', generator: 'Docsify' },
  { name: 'ai', package: 'ai@6.0.326', folder: 'docs', generator: 'Next, MDX' },
  { name: 'codeceptjs', package: 'codeceptjs@4.1.0', folder: 'docs', generator: 'VuePress' },
  { name: 'import', package: 'eslint-plugin-import@2.32.0', folder: 'docs', generator: 'none' },
  { name: 'markdownlint', package: 'markdownlint@0.40.0', folder: 'doc', generator: 'none' },
  { name: 'jest', package: 'eslint-plugin-jest@29.17.0', folder: 'docs', generator: 'none' },
  { name: 'bootstrap-vue', package: 'bootstrap-vue@2.23.1', folder: 'src/components', generator: 'Nuxt' },
  { name: 'node-gyp', package: 'node-gyp@12.4.0', folder: '.', generator: 'none' },
];

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const chosen = sets.filter(({ name }) => names.length === 0 || names.includes(name));
/** A changed word in each page. */
const edits = 1;
/** Wrappers of each page that are edited. */
const wrappers = 3;
const fileBytes = 5_000_000;

const root = mkdtempSync(join(tmpdir(), 'octavo-sets-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));

function download({ name, package: spec, folder }: RealSet): string {
  const target = join(root, name);
  mkdirSync(target);
  const archive = execFileSync('npm', ['pack', '--silent', '--pack-destination', target, spec], { encoding: 'utf8' });
  execFileSync('tar', ['xzf', join(target, archive.trim().split('\n').at(-1) ?? ''), '-C', target]);
  const [content = ''] = readdirSync(target).filter((file) => !file.endsWith('.tgz'));
  return join(target, content, folder);
}

/** Every file of a folder as a repository archive. */
const zipOf = (folder: string): Buffer =>
  makeZip(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return { name: path.slice(folder.length + 1), body: readFileSync(path) };
      })
      .filter(({ body }) => body.length < fileBytes),
  );

const columns = ['set', 'generator', 'pages and files', 'reported', 'links', 'broken'];
const editColumns = ['edited pages', 'exact', 'same line', 'other lines', 'lost', 'refused'];
const wrapperColumns = ['edited wrappers', 'no other line', 'other lines', 'lost', 'refused'];
const head = [...columns, ...editColumns, ...wrapperColumns];
console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`);

const server = flags.includes('--no-import')
  ? null
  : await startServer({ database: undefined, boxMs: 600_000, environment: { BULK_WORKER_HEAP_MIB: '1024' } });
const send = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
  const { status, text } = (await server?.call(method, path, body)) ?? { status: 0, text: '' };
  if (status < 200 || status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
  return JSON.parse(text) as Body;
};

interface Job {
  readonly state: string;
  readonly error?: unknown;
  readonly result?: {
    readonly importedResources: number;
    readonly skipped: readonly { readonly key: string; readonly reason: string }[];
  };
}

interface Links {
  readonly stats: { readonly total: number; readonly broken: { readonly total: number } };
}

/** Imports an archive into a new space. Returns the figures of `columns`. */
async function importSet(folder: string): Promise<number[]> {
  const { items } = await send<{ items: { id: string }[] }>('GET', '/v1/orgs');
  const { id } = await send<{ id: string }>('POST', `/v1/orgs/${items[0]?.id}/spaces`, { title: 'Set' });
  const uploaded = await fetch(`${server?.url}/uploads?name=set.zip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server?.token}`, 'content-type': 'application/zip' },
    body: new Uint8Array(zipOf(folder)),
  });
  const { url } = (await uploaded.json()) as { url: string };
  const query = `mutation ($id: ID!, $url: URL!) {
    startImport(spaceId: $id, input: { url: $url, source: ZIP }) { job { id } } }`;
  const begun = await send<{ data: { startImport: { job: { id: string } } } }>('POST', '/graphql', {
    query,
    variables: { id, url },
  });
  for (;;) {
    const job = await send<Job>('GET', `/v1/jobs/${begun.data.startImport.job.id}`);
    if (job.state === 'failed') throw new Error(`The import failed: ${JSON.stringify(job.error)}`);
    if (job.state === 'completed') {
      const { stats } = await send<Links>('GET', `/v1/spaces/${id}/links?limit=0`);
      const { importedResources = 0, skipped = [] } = job.result ?? {};
      return [importedResources, skipped.length, stats.total, stats.broken.total];
    }
    await sleep(200);
  }
}

/** Changes a word in each page of a folder and writes it back. Returns the figures of `editColumns`. */
async function editSet(folder: string): Promise<number[]> {
  const counts = { exact: 0, 'same line': 0, 'other lines': 0, lost: 0, refused: 0 };
  let pages = 0;
  for await (const { path, text } of textsIn(folder)) {
    const changes = changedWords(text, edits);
    if (changes.length > 0) pages += 1;
    for (const { outcome, detail } of changes) {
      counts[outcome] += 1;
      if (outcome !== 'exact' && outcome !== 'same line')
        console.error(`${path.slice(root.length)}: ${outcome}: ${detail}`);
    }
  }
  if (counts['other lines'] + counts.lost + counts.refused > 0) process.exitCode = 1;
  return [pages, ...Object.values(counts)];
}

/** Edits the first blocks of wrappers. Returns the figures of `wrapperColumns`. */
async function editWrappers(folder: string): Promise<number[]> {
  const counts = { exact: 0, 'other lines': 0, lost: 0, refused: 0 };
  for await (const { path, text } of textsIn(folder))
    for (const { outcome, detail } of changedWrappers(text, wrappers)) {
      counts[outcome] += 1;
      if (outcome !== 'exact') console.error(`${path.slice(root.length)}: ${outcome}: ${detail}`);
    }
  const all = Object.values(counts);
  return [all.reduce((sum, one) => sum + one, 0), ...all];
}

for (const set of chosen) {
  const folder = download(set);
  const imported = server ? await importSet(folder) : columns.slice(2).map(() => '');
  const edited = flags.includes('--no-edits') ? [] : await editSet(folder);
  const wrapped = flags.includes('--no-edits') ? [] : await editWrappers(folder);
  console.log(`| ${[set.package, set.generator, ...imported, ...edited, ...wrapped].join(' | ')} |`);
  rmSync(join(root, set.name), { recursive: true, force: true });
}
await server?.close();
