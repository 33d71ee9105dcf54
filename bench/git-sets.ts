// Syncs a space with a repository of each set of documentation that packages ship, by the API and from git's own backend, and exports the space
// then. Starts a server of its own from the build (`npm run build`), on PostgreSQL where BENCH_DATABASE_URL names an empty database. Exits with 1
// when an export changes a file or makes a commit.
// Usage: `npx tsx bench/git-sets.ts [NAME]…`; the packages are downloaded to a temporary folder.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gitServer } from '../test/git-server.ts';
import { startServer } from './hostile/server.ts';
import { download, fileBytes, root, sets } from './sets/download.ts';
import { senderTo } from './sets/import-set.ts';

const names = process.argv.slice(2);
const git = await gitServer();
const server = await startServer({ database: process.env['BENCH_DATABASE_URL'], boxMs: 600_000 });
const send = senderTo(server);
const { items } = await send<{ items: { id: string }[] }>('GET', '/v1/orgs');

/** The files of a folder by path. */
function filesIn(folder: string): Record<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const small = paths.filter((path) => {
    const found = statSync(join(folder, path));
    return found.isFile() && found.size < fileBytes;
  });
  return Object.fromEntries(small.map((path) => [path, readFileSync(join(folder, path))]));
}

interface Operation {
  readonly state: string;
  readonly counts: { readonly added: number } | null;
  readonly skipped: readonly unknown[];
  readonly error?: unknown;
}

async function firstSync(id: string): Promise<Operation> {
  for (;;) {
    const { items: operations } = await send<{ items: Operation[] }>('GET', `/v1/spaces/${id}/git/operations`);
    const [last] = operations;
    if (last?.state === 'completed') return last;
    if (last?.state === 'failed') throw new Error(`The first sync failed: ${JSON.stringify(last.error)}`);
    await sleep(50);
  }
}

const columns = ['set', 'generator', 'files', 'pages and files of the space', 'left out', 'changed files', 'commits'];
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
for (const set of sets.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const files = filesIn(download(set));
  const name = `${set.name}.git`;
  const repository = git.repository(name, files);
  const tip = repository.git(['rev-parse', 'main']).trim();
  const { id } = await send<{ id: string }>('POST', `/v1/orgs/${items[0]?.id}/spaces`, { title: set.name });
  const branch = { url: git.url(name), ref: 'refs/heads/main' };
  await send('PUT', `/v1/spaces/${id}/git`, { ...branch, pollMinutes: 0 });
  const { counts, skipped } = await firstSync(id);
  const { status, text } = await server.call('POST', `/v1/spaces/${id}/git/export`, {
    ...branch,
    commitMessage: 'Export',
  });
  if (status !== 204) throw new Error(`The export answered ${status}: ${text}`);
  const changed = repository.git(['diff', '--name-only', tip, 'main']).split('\n').length - 1;
  const commits = Number(repository.git(['rev-list', '--count', `${tip}..main`]));
  if (changed + commits > 0) process.exitCode = 1;
  const figures = [Object.keys(files).length, counts?.added ?? 0, skipped.length, changed, commits];
  console.log(`| ${[set.package, set.generator, ...figures].join(' | ')} |`);
  rmSync(join(root, set.name), { recursive: true, force: true });
}
await server.close();
await git[Symbol.asyncDispose]();
