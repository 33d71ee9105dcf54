/**
 * What a search costs in a space of ten thousand pages, beside the same question put to the texts by ILIKE.
 *
 *   npx tsx bench/content-search.ts [postgresql://user@host:port/database] [pages]
 *
 * Makes and drops a database of its own beside the one named. One client asks over HTTP, in process; another
 * organization has a copy of the space, whose words are the same. Prints the median and the 95th percentile of each
 * kind of query, and what share of the time that ILIKE takes for the pages alone it is.
 */
import { Client } from 'pg';
import { contextOf } from '../src/app/context.ts';
import { openPlatform } from '../src/app/platform.ts';
import { createServer } from '../src/app/server.ts';
import { readConfig } from '../src/config.ts';
import { allScopes } from './content/actor.ts';
import { fillWithWords, wordOfRank } from './content/words.ts';

const pages = Number(process.argv[3] ?? 10_000);
const rounds = 60;
const warmUps = 15;

const admin = process.argv[2] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const name = `octavo_bench_search_${process.pid}`;
const client = new Client({ connectionString: admin });
await client.connect();
await client.query(`create database ${name}`);
const url = new URL(admin);
url.pathname = `/${name}`;

const platform = await openPlatform(
  readConfig({ DATABASE_URL: url.href, RATE_LIMIT_PER_MINUTE: '1000000', TRANSACTION_TIMEOUT_MS: '60000' }),
  {
    log: { info: () => undefined, warn: () => undefined, error: console.error },
    urls: { base: 'http://octavo.test', app: 'http://octavo.test' },
  },
);
const app = await createServer(platform);
const own = new Client({ connectionString: url.href });
await own.connect();

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const start = performance.now();
    await work();
    if (round >= warmUps) taken.push(performance.now() - start);
  }
  return taken;
}

/** A word in all pages, in every tenth, in every hundredth, in few. */
const [everywhere, common, rare, rarest] = [wordOfRank(1), wordOfRank(60), wordOfRank(800), wordOfRank(9_000)];
const queries: readonly (readonly [kind: string, text: string])[] = [
  ['a word of every page', everywhere],
  ['a common word', common],
  ['a rare word', rare],
  ['two words', `${common} ${rare}`],
  ['three words', `${everywhere} ${common} ${rarest}`],
  ['a beginning of two letters', rare.slice(0, 2)],
  ['a beginning of three letters', rare.slice(0, 3)],
  ['a phrase', `"${everywhere} ${common}"`],
  ['a misspelt word', `${rare.slice(0, -2)}x${rare.slice(-1)}`],
  ['nothing there', 'qqqqzzzz'],
];

try {
  const { userId, secret } = await allScopes(platform);
  const actor = { userId, tokenId: 'tok_bench', scopes: 'all', organizationId: null, isInstanceAdmin: false } as const;
  const context = () => contextOf(platform.services, platform.db, actor, 'req_bench');
  const start = performance.now();
  const { id: spaceId, organizationId } = await fillWithWords(context(), pages);
  await fillWithWords(context(), pages);
  console.log(`wrote twice ${pages} pages: ${((performance.now() - start) / 1000).toFixed(1)} s`);
  await own.query('analyze');
  const sizes = await own.query<{ name: string; size: string }>(`select relname as name,
    pg_size_pretty(pg_total_relation_size(oid)) as size from pg_class
    where relname in ('documents', 'search_pages', 'search_pages_words_idx', 'search_sections', 'search_terms')`);
  console.log(sizes.rows.map((row) => `${row.name} ${row.size}`).join(', '));
  const headers = { authorization: `Bearer ${secret}` };
  const get = async (path: string) => {
    const reply = await app.inject({ url: path, headers });
    if (reply.statusCode !== 200) throw new Error(`${path} answered ${reply.statusCode}: ${reply.body}`);
    return reply.json<{ count: number }>();
  };
  const inTexts = (text: string) =>
    own.query(
      `select e."entryId", e.title from content_entries e join documents d on d.id = e."documentId"
       where e.line = $1 and e."toSeq" is null and (e.title ilike all($2) or d.markdown ilike all($2)) limit 50`,
      [
        spaceId,
        text
          .replaceAll('"', '')
          .split(' ')
          .map((word) => `%${word}%`),
      ],
    );
  console.log('\nquery                          pages   p50 ms   p95 ms   ILIKE p50   ratio   organization p50   p95');
  for (const [kind, text] of queries) {
    const query = encodeURIComponent(text);
    const { count } = await get(`/v1/spaces/${spaceId}/search?query=${query}`);
    const space = await times(() => get(`/v1/spaces/${spaceId}/search?query=${query}`));
    const organization = await times(() => get(`/v1/orgs/${organizationId}/search?query=${query}`));
    const peer = await times(() => inTexts(text));
    console.log(
      kind.padEnd(30),
      String(count).padStart(5),
      quantile(space, 0.5).toFixed(1).padStart(8),
      quantile(space, 0.95).toFixed(1).padStart(8),
      quantile(peer, 0.5).toFixed(1).padStart(11),
      (quantile(space, 0.5) / quantile(peer, 0.5)).toFixed(2).padStart(7),
      quantile(organization, 0.5).toFixed(1).padStart(18),
      quantile(organization, 0.95).toFixed(1).padStart(5),
    );
  }
} finally {
  await own.end();
  await app.close();
  await platform.close();
  await client.query(`drop database ${name} with (force)`);
  await client.end();
}
