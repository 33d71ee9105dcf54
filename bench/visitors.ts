import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openWorld, type World } from './content/world.ts';
import { shown, type Figures } from './content/figures.ts';
import { putLoad, type LoadRequest, type LoadResult } from './load.ts';
import { median } from './measure.ts';
import { aligned, barText } from './report.ts';
import { bar } from './result.ts';
import { startPeer } from './visitors/peer.ts';
import { createSite, type BenchSite } from './visitors/site.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const databaseUrl =
  positionals[0] ?? process.env['BENCH_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/postgres';
const rounds = values.quick ? 3 : 7;
const connections = 32;

interface Read {
  readonly name: string;
  readonly title: string;
  readonly statements: number;
  readonly requests: readonly LoadRequest[];
  /** Whether the token of a look-up is sent. */
  readonly signed: boolean;
}

const readsOf = (
  { organizationId, siteId, spaceId, pageId, urls, visitorToken }: BenchSite,
  revision: string,
): Read[] => [
  {
    name: 'W5',
    title: 'look-up of a published URL',
    statements: 2,
    signed: false,
    requests: urls.map((url) => ({
      method: 'POST',
      path: '/v1/urls/published',
      body: JSON.stringify({ url, visitor: { jwtToken: visitorToken, unsignedClaims: {} }, redirectOnError: false }),
    })),
  },
  {
    name: 'W6',
    title: 'document of a page with ten conditions on the way',
    statements: 3,
    signed: true,
    requests: [
      { method: 'GET', path: `/v1/spaces/${spaceId}/revisions/${revision}/page/${pageId}/document?evaluated=true` },
    ],
  },
  {
    name: 'W7',
    title: 'published site of 200 site spaces in 20 sections',
    statements: 3,
    signed: true,
    requests: [{ method: 'GET', path: `/v1/orgs/${organizationId}/sites/${siteId}/published` }],
  },
];

async function bench(world: World): Promise<Figures> {
  const site = await createSite(world, 20, 10);
  await world.client.query('vacuum analyze');
  const ours = await world.listen();
  const peer = await startPeer(world.databaseUrl);
  try {
    const { revision } = (await world.get(`/v1/spaces/${site.spaceId}`)).json<{ revision: string }>();
    const rows: string[][] = [];
    const bars = [];
    for (const read of readsOf(site, revision)) {
      const servers = [ours, peer.origin];
      const secrets = read.signed ? await Promise.all(servers.map((origin) => tokenOf(origin, site))) : [null, null];
      const measured: LoadResult[][] = [[], []];
      for (let round = 0; round <= rounds; round += 1)
        for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const load = { origin: servers[index] ?? '', secret: secrets[index] ?? null, requests: read.requests };
          const result = await putLoad({ ...load, connections, seconds: values.quick ? 1 : 2, generator: 'wrk' });
          if (result.bad > 0) throw new Error(`${read.name}: ${result.bad} bad responses of server ${index}`);
          // The first round warms up.
          if (round > 0) measured[index]?.push(result);
        }
      const [own = 0, theirs = 1] = measured.map((results) => median(results.map((one) => one.requests / one.seconds)));
      const p99 = measured.map((results) => median(results.map((one) => one.p99Ms)));
      const [request] = read.requests;
      // Requests that the load generator gave up are still being answered.
      await sleep(2_000);
      const { statements } = await world.meter.sample(() => send(ours, request, secrets[0] ?? null));
      rows.push([read.name, read.title, shown(own), shown(theirs), ...p99.map(shown), String(statements)]);
      bars.push(bar(`${read.name} relative to Fastify and pg`, own / theirs, 'at least', 0.5));
      bars.push(bar(`${read.name} statements`, statements, 'at most', read.statements));
      if (read.name === 'W5') bars.push(bar('W5 p99, ms', p99[0] ?? 0, 'at most', 20));
    }
    const columns = ['name', 'request', 'ours/s', 'peer/s', 'our p99 ms', 'peer p99 ms', 'SQL'];
    return { title: 'Reads of a published site', columns, rows, bars };
  } finally {
    await peer.close();
  }
}

async function send(
  origin: string,
  request: LoadRequest | undefined,
  secret: string | null,
): Promise<{ readonly apiToken: string }> {
  if (request === undefined) throw new Error('There is no request');
  const { method, path, body } = request;
  const headers = {
    'content-type': 'application/json',
    ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
  };
  const response = await fetch(origin + path, { method, headers, ...(body === undefined ? {} : { body }) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { readonly apiToken: string };
}

const tokenOf = async (origin: string, site: BenchSite): Promise<string> =>
  (await send(origin, readsOf(site, '')[0]?.requests[0], null)).apiToken;

const world = await openWorld(databaseUrl);
try {
  const { title, columns, rows, bars } = await bench(world);
  console.log(
    [`## ${title}`, '', aligned([columns, columns.map(() => '---'), ...rows]), ...bars.map(barText)].join('\n'),
  );
  if (bars.some(({ pass }) => !pass)) process.exitCode = 1;
} finally {
  await world.close();
}
