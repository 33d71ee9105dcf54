// Syncs a space with a repository of 5,000 pages of which one has changed, and with one of 130 MB of which ten pages have. Prints the
// processor time of the server without that of git, the rows of the map that are written, the anonymous memory of the server with git above
// that before, the bytes that git transfers, and the longest answer of `/healthz` meanwhile. Starts a server of its own from the build (`npm run build`), on the empty database of
// BENCH_DATABASE_URL. Exits with 1 above a goal.
// Usage: `BENCH_DATABASE_URL=… npx tsx bench/git-sync.ts`.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { gitServer, type TestRepository } from '../test/git-server.ts';
import { startServer } from './hostile/server.ts';
import { senderTo } from './sets/import-set.ts';

const database = process.env['BENCH_DATABASE_URL'];
if (database === undefined) throw new Error('BENCH_DATABASE_URL must name an empty database');

const git = await gitServer();
const transfer = { bytes: 0 };
const counter = createServer((near) => {
  const far = connect(git.port, '127.0.0.1');
  for (const side of [near, far]) {
    side.on('data', ({ length }) => (transfer.bytes += length));
    side.on('error', () => side.destroy());
    side.on('close', () => [near, far].forEach((socket) => socket.destroy()));
  }
  near.pipe(far).pipe(near);
});
counter.listen(0, '127.0.0.1');
await once(counter, 'listening');
const origin = `http://127.0.0.1:${(counter.address() as AddressInfo).port}`;

const server = await startServer({ database, boxMs: 600_000 });
const send = senderTo(server);
const sql = new Client({ connectionString: database });
await sql.connect();
const { items } = await send<{ items: { id: string }[] }>('GET', '/v1/orgs');

const ticksPerSecond = 100;
const filler = 'Words of a page that say little. '.repeat(20);

/** Processor time in seconds: of the server, and of the processes that it has waited for. */
function processorTime(): { readonly own: number; readonly git: number } {
  const [, fields = ''] = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ');
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.split(' ').slice(11, 15).map(Number);
  return { own: (user + system) / ticksPerSecond, git: (childUser + childSystem) / ticksPerSecond };
}

/** Anonymous memory in MB: of the server with git, and of its worker processes, which have a limit of their own. */
function memory(): { readonly server: number; readonly workers: number } {
  const parents = new Map<string, { parent: string; name: string; kb: number }>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const [, parent = ''] = /^PPid:\s+(\d+)/m.exec(status) ?? [];
      const [, name = ''] = /^Name:\s+(\S+)/m.exec(status) ?? [];
      parents.set(pid, { parent, name, kb: Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) });
    } catch {
      // It has just ended.
    }
  const isOurs = (pid: string): boolean => {
    if (pid === String(server.process.pid)) return true;
    const parent = parents.get(pid)?.parent;
    return parent !== undefined && parent !== '0' && isOurs(parent);
  };
  const sum = { server: 0, workers: 0 };
  for (const [pid, { name, kb }] of parents) {
    const isServer = pid === String(server.process.pid) || name.startsWith('git');
    if (isOurs(pid)) sum[isServer ? 'server' : 'workers'] += kb / 1024;
  }
  return sum;
}

interface Measured {
  readonly seconds: number;
  readonly own: number;
  readonly git: number;
  readonly memory: number;
  readonly workers: number;
  readonly transfer: number;
  readonly health: number;
  readonly rows: number;
  readonly counts: string;
}

/** Watches the server while something runs. */
async function measure(spaceId: string, run: () => Promise<string>): Promise<Measured> {
  const {
    rows: [start],
  } = await sql.query('select pg_snapshot_xmax(pg_current_snapshot())::text as id');
  const before = { memory: memory(), processor: processorTime(), at: performance.now() };
  transfer.bytes = 0;
  const seen = { isOver: false, memory: 0, workers: 0, health: 0 };
  const watchMemory = async () => {
    for (; !seen.isOver; await sleep(20)) {
      const now = memory();
      seen.memory = Math.max(seen.memory, now.server - before.memory.server);
      seen.workers = Math.max(seen.workers, now.workers - before.memory.workers);
    }
  };
  const watchHealth = async () => {
    for (; !seen.isOver; await sleep(20)) {
      const asked = performance.now();
      await server.call('GET', '/healthz', undefined, null);
      seen.health = Math.max(seen.health, performance.now() - asked);
    }
  };
  const watching = [watchMemory(), watchHealth()];
  const counts = await run();
  const seconds = (performance.now() - before.at) / 1_000;
  const after = processorTime();
  seen.isOver = true;
  await Promise.all(watching);
  const {
    rows: [written],
  } = await sql.query(
    `select (select count(*) from git_files where "spaceId" = $1 and xmin::text::bigint >= $2::bigint)
      + (select count(*) from imported_sources where "spaceId" = $1 and xmin::text::bigint >= $2::bigint) as rows`,
    [spaceId, start.id],
  );
  return {
    seconds,
    own: after.own - before.processor.own,
    git: after.git - before.processor.git,
    memory: seen.memory,
    workers: seen.workers,
    transfer: transfer.bytes / 1e6,
    health: seen.health,
    rows: Number(written.rows),
    counts,
  };
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly error?: unknown;
}

async function sync(spaceId: string): Promise<string> {
  const { id } = await send<Job>('POST', `/v1/spaces/${spaceId}/git/sync`);
  for (;;) {
    const { state, error } = await send<Job>('GET', `/v1/jobs/${id}`);
    if (state === 'failed') throw new Error(JSON.stringify(error));
    if (state === 'completed') break;
    await sleep(20);
  }
  const { items: operations } = await send<{ items: { counts: object }[] }>(
    'GET',
    `/v1/spaces/${spaceId}/git/operations`,
  );
  return JSON.stringify(operations[0]?.counts);
}

async function connectSpace(name: string): Promise<string> {
  const { id } = await send<Job>('POST', `/v1/orgs/${items[0]?.id}/spaces`, { title: name });
  const input = { url: `${origin}/${name}`, ref: 'refs/heads/main', pollMinutes: 0 };
  await send('PUT', `/v1/spaces/${id}/git`, input);
  return id;
}

/** The sync that connecting begins. */
async function firstSync(id: string): Promise<string> {
  for (;;) {
    const path = `/v1/spaces/${id}/git/operations`;
    const { items: operations } = await send<{ items: { state: string; counts: object }[] }>('GET', path);
    const [last] = operations;
    if (last?.state === 'completed') return JSON.stringify(last.counts);
    if (last?.state === 'failed') throw new Error('The first sync failed');
    await sleep(50);
  }
}

const columns = ['', 'wall', 'server', 'git', 'memory', 'workers', 'transfer', '/healthz', 'rows of the map', 'counts'];
console.log(`| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`);
const print = (
  name: string,
  { seconds, own, git: program, memory: mb, workers, transfer: sent, health, rows, counts }: Measured,
) => {
  const figures = [
    `${seconds.toFixed(2)} s`,
    `${own.toFixed(2)} s`,
    `${program.toFixed(2)} s`,
    `+${mb.toFixed(0)} MB`,
    `+${workers.toFixed(0)} MB`,
    `${sent.toFixed(2)} MB`,
    `${health.toFixed(0)} ms`,
    rows,
    counts,
  ];
  console.log(`| ${[name, ...figures].join(' | ')} |`);
};

const failures: string[] = [];
const goal = (isReached: boolean, words: string) => void (isReached || failures.push(words));

/** Changes pages of both sides of a repository, and syncs after each. */
async function syncBoth(name: string, repository: TestRepository, changed: readonly string[]) {
  const id = await connectSpace(name);
  print(`${name}, first`, await measure(id, () => firstSync(id)));
  print(`${name}, nothing changed`, await measure(id, () => sync(id)));
  const textAt = (path: string) => repository.git(['cat-file', 'blob', `main:${path}`]);
  repository.commit(Object.fromEntries(changed.map((path) => [path, `${textAt(path)}\nOther words.\n`])));
  const theirs = await measure(id, () => sync(id));
  print(`${name}, ${changed.length} changed there`, theirs);
  const { pages } = await send<{ pages: { id: string; type: string; pages?: never }[] }>(
    'GET',
    `/v1/spaces/${id}/content?limit=5`,
  );
  const page = pages.find(({ type }) => type === 'document');
  await send('POST', `/v1/spaces/${id}/content`, {
    changes: [{ operation: 'update_page', page: page?.id, document: { markdown: '# Start\n\nEdited here.\n' } }],
  });
  const ours = await measure(id, () => sync(id));
  print(`${name}, one changed here`, ours);
  return { theirs, ours };
}

const pages = git.repository('5000-pages.git', {
  'README.md': '# Start\n',
  ...Object.fromEntries(
    Array.from({ length: 5_000 }, (_none, at) => [
      `part-${at % 50}/page-${at}.md`,
      `---\ndescription: About ${at}\n---\n\n# Page ${at}\n\nSee [the next](../part-${(at + 1) % 50}/page-${(at + 1) % 5_000}.md).\n\n${filler}\n`,
    ]),
  ),
});
const many = await syncBoth('5000-pages.git', pages, ['part-7/page-7.md']);
for (const { own, rows } of [many.theirs, many.ours]) {
  goal(own <= 1, 'one page of 5,000 takes at most a second of the processor');
  goal(rows <= 3, 'one page of 5,000 writes at most three rows of the map');
}

const large = git.repository('130-mb.git', {
  'README.md': '# Start\n',
  ...Object.fromEntries(
    Array.from({ length: 292 }, (_none, at) => [`guide/page-${at}.md`, `# Page ${at}\n\n${filler.repeat(5)}\n`]),
  ),
  ...Object.fromEntries(Array.from({ length: 345 }, (_none, at) => [`files/file-${at}.bin`, randomBytes(376_000)])),
});
const heavy = await syncBoth(
  '130-mb.git',
  large,
  Array.from({ length: 10 }, (_none, at) => `guide/page-${at}.md`),
);
for (const { memory: mb, health, transfer: sent } of [heavy.theirs, heavy.ours]) {
  goal(mb <= 50, 'ten pages of 130 MB take at most 50 MB of memory');
  goal(health < 250, '/healthz answers within 250 ms');
  goal(sent <= 2, 'ten pages of 130 MB transfer at most 2 MB');
}

await sql.end();
await server.close();
counter.close();
await git[Symbol.asyncDispose]();
for (const words of new Set(failures)) console.error(`Not reached: ${words}`);
if (failures.length > 0) process.exitCode = 1;
