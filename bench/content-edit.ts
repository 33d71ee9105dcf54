/**
 * What one edit costs in spaces of growing size, and what reading them costs.
 *
 *   npx tsx bench/content-edit.ts [postgresql://user@host:port/database]
 *
 * Makes and drops a database of its own beside the one named. An edit gives one page a new text, through the engine; time, bytes of the write-ahead log and SQL statements are medians over edits that take turns between the
 * sizes. They must be flat: the last line says by how much the largest space exceeds the smallest.
 */
import { Client } from 'pg';
import { contextOf } from '../src/app/context.ts';
import { openPlatform } from '../src/app/platform.ts';
import { createServer } from '../src/app/server.ts';
import { readConfig } from '../src/config.ts';
import { allScopes } from './content/actor.ts';
import { addAndRemovePage, editPage, fillSpace, type FilledSpace } from './content/space.ts';

const sizes = [100, 1_000, 10_000];
const edits = 40;
const warmUps = 10;

const admin = process.argv[2] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const name = `octavo_bench_content_${process.pid}`;
const client = new Client({ connectionString: admin });
await client.connect();
await client.query(`create database ${name}`);
const url = new URL(admin);
url.pathname = `/${name}`;

const silent = { info: () => undefined, warn: () => undefined, error: console.error };
const statements: string[] = [];
const platform = await openPlatform(
  readConfig({ DATABASE_URL: url.href, RATE_LIMIT_PER_MINUTE: '1000000', TRANSACTION_TIMEOUT_MS: '60000' }),
  {
    log: silent,
    urls: { base: 'http://octavo.test', app: 'http://octavo.test' },
    onStatement: (text) => void statements.push(text),
  },
);
const app = await createServer(platform);

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

async function walBytes(): Promise<number> {
  const { rows } = await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0' as at`);
  return Number(rows[0]?.at);
}

try {
  const { userId, secret } = await allScopes(platform);
  const actor = { userId, tokenId: 'tok_bench', scopes: 'all', organizationId: null, isInstanceAdmin: false } as const;
  const context = () => contextOf(platform.services, platform.db, actor, 'req_bench');
  const spaces: FilledSpace[] = [];
  for (const pages of sizes) {
    const { ms, result } = await timed(() => fillSpace(context(), pages));
    console.log(`wrote ${pages} pages: ${ms.toFixed(0)} ms`);
    spaces.push(result);
  }
  await client.query('checkpoint');
  const taken = spaces.map(() => ({ ms: [] as number[], bytes: [] as number[], sql: [] as number[] }));
  for (let round = 0; round < warmUps + edits; round += 1)
    for (const [index, space] of spaces.entries()) {
      const before = await walBytes();
      statements.length = 0;
      const { ms } = await timed(() => editPage(context(), space, round));
      if (round < warmUps) continue;
      taken[index]?.ms.push(ms);
      taken[index]?.sql.push(statements.length);
      taken[index]?.bytes.push((await walBytes()) - before);
    }
  const figures = taken.map(({ ms, bytes, sql }) => ({ ms: median(ms), bytes: median(bytes), sql: median(sql) }));
  console.log('\npages      edit ms   bytes written   statements');
  figures.forEach(({ ms, bytes, sql }, index) =>
    console.log(
      `${String(sizes[index]).padEnd(8)} ${ms.toFixed(2).padStart(9)} ${String(bytes).padStart(15)} ${String(sql).padStart(12)}`,
    ),
  );

  console.log('\npages      add and remove a page ms');
  for (const [index, space] of spaces.entries()) {
    const all: number[] = [];
    for (let run = 0; run < 12; run += 1) all.push((await timed(() => addAndRemovePage(context(), space))).ms);
    console.log(`${String(sizes[index]).padEnd(8)} ${median(all.slice(2)).toFixed(2).padStart(24)}`);
  }

  console.log('\npages      tree ms   tree MB   page by id ms   page by path ms   first revision ms');
  for (const [index, space] of spaces.entries()) {
    const get = async (path: string) => {
      const headers = { authorization: `Bearer ${secret}` };
      const reply = await app.inject({ url: `/v1/spaces/${space.id}/content${path}`, headers });
      if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body}`);
      return reply.rawPayload.length;
    };
    const times = async (path: string) => {
      const all: number[] = [];
      for (let run = 0; run < 12; run += 1) all.push((await timed(() => get(path))).ms);
      return median(all.slice(2));
    };
    const old: number[] = [];
    for (let run = 0; run < 7; run += 1) old.push((await timed(() => space.readFirst(context()))).ms);
    const megabytes = (await get('/pages')) / 1e6;
    console.log(
      [
        String(sizes[index]).padEnd(8),
        (await times('/pages')).toFixed(1).padStart(9),
        megabytes.toFixed(2).padStart(9),
        (await times(`/page/${space.edited}`)).toFixed(2).padStart(15),
        (await times(`/path/${space.path}`)).toFixed(2).padStart(17),
        median(old).toFixed(1).padStart(19),
      ].join(' '),
    );
  }
  const [first, last] = [figures[0], figures.at(-1)];
  if (first && last)
    console.log(
      `\n${sizes.at(-1)} pages against ${sizes[0]}: time x ${(last.ms / first.ms).toFixed(2)}, bytes x ${(last.bytes / first.bytes).toFixed(2)}`,
    );
} finally {
  await app.close();
  await platform.close();
  await client.query(`drop database ${name} with (force)`);
  await client.end();
}
