import { request as sendRequest } from 'undici';
import { countStatements } from './counting-proxy.ts';
import { oursIn, type Contender } from './contenders.ts';
import { createReaderSite, type ReaderSite } from './dataset/reader-site.ts';
import { senderTo } from './dataset/site.ts';
import type { Bench } from './faces.ts';
import { headersOf, type LoadRequest } from './load.ts';
import { childrenOf, cpuMicroseconds, versionOf } from './machine.ts';
import { measure, median, type Target } from './measure.ts';
import { startNginx } from './nginx.ts';
import { bar, quietBar, type Bar, type Row, type Table } from './result.ts';
import { shippedLaunch } from './launch.ts';
import { startServer, type Place, type RunningServer } from './server.ts';

/** The workloads of readers of a site. */
export const readerWorkloadNames = ['W8', 'W9', 'W10'] as const;

/** Measures the wanted workloads of readers, beside the API of the same server and nginx with the same bytes. */
export async function measureReader(bench: Bench, isWanted: (name: string) => boolean): Promise<Table[]> {
  const ours = oursIn(bench.dist);
  const place = { node: process.execPath, databaseUrl: bench.conditions.databaseUrl, ...shippedLaunch };
  const server = await startServer(ours, place);
  try {
    bench.say('A site for readers');
    const site = await createReaderSite(senderTo(server.origin, bench.secret));
    const setting = { site, server, ours, place };
    const tables: Table[] = [];
    if (isWanted('W8')) tables.push(await measureKeptPage(bench, setting));
    if (isWanted('W9')) tables.push(await measureNewPages(bench, setting));
    if (isWanted('W10')) tables.push(await measureSearch(bench, setting));
    return tables;
  } finally {
    await server.stop();
  }
}

interface Setting {
  readonly site: ReaderSite;
  readonly server: RunningServer;
  readonly ours: Contender;
  readonly place: Place;
}

const pathOf = ({ url }: ReaderSite, slug: string) => `${url.pathname.replace(/\/$/, '')}/${slug}`;

const read = (path: string): LoadRequest => ({ method: 'GET', path });

async function measureKeptPage(bench: Bench, { site, server, ours, place }: Setting): Promise<Table> {
  bench.say('W8: a page that is kept');
  const { host } = site.url;
  const [first] = site.pages;
  const page = pathOf(site, first?.slug ?? '');
  const published = new URL(page, site.url).href;
  const lookUp: LoadRequest = {
    method: 'POST',
    path: '/v1/urls/published',
    body: JSON.stringify({ url: published, visitor: { unsignedClaims: {} }, redirectOnError: false }),
  };
  const pageTarget = { server, secret: null, host, requests: [read(page)] };
  const plain = await fetchPage(server, host, page);
  const nginx = await startNginx(plain.body);
  try {
    const targets: Target[] = [
      { name: 'kept page', ...pageTarget },
      { name: 'kept page, br', ...pageTarget, encoding: 'br' },
      { name: 'look-up', server, secret: null, requests: [lookUp] },
      ...(nginx ? [{ name: 'nginx, the same bytes', server: nginx, secret: null, requests: [read('/page')] }] : []),
    ];
    const { measured } = await measure(targets, bench.conditions);
    const statements = await countStatementsOf(ours, place, { host, request: read(page) });
    const rows = measured.map((row): Row => ({
      ...row,
      statements: row.name.startsWith('kept page') ? statements : null,
      isCompared: row.name.startsWith('nginx'),
    }));
    const [kept, , api, file] = rows;
    return {
      name: 'W8',
      title: `a page of ${Math.round(plain.body.length / 1_000)} kB of HTML that is kept`,
      node: versionOf(process.execPath),
      rows,
      bars: [
        ...(kept && api
          ? [bar('kept page / look-up, server µs', kept.serverMicros / api.serverMicros, 'at most', 1.1)]
          : []),
        bar('kept page, statements', statements, 'at most', 1),
        ...(kept && file
          ? [
              quietBar(
                bench.isQuiet,
                'kept page / nginx, throughput',
                kept.throughput[0] / file.throughput[0],
                'at least',
                0.1,
              ),
            ]
          : []),
        bar(
          'page with all that it loads, compressed, kB',
          (await weighPage(server, host, page)) / 1_000,
          'at most',
          20,
        ),
      ],
      skipped: nginx ? [] : ['nginx, which is not installed'],
    };
  } finally {
    await nginx?.stop();
  }
}

/** The first views of pages, whose texts nobody has asked for, beside their documents on another fresh server. */
async function measureNewPages(bench: Bench, setting: Setting): Promise<Table> {
  bench.say('W9: pages that nobody has read yet');
  const { site } = setting;
  const html = (page: ReaderSite['pages'][number]) => ({
    path: pathOf(site, page.slug),
    host: site.url.host,
    secret: null,
  });
  const document = (page: ReaderSite['pages'][number]) => ({
    path: `/v1/spaces/${site.spaceId}/content/page/${page.id}?format=document`,
    secret: bench.secret,
  });
  const rows: Row[] = [];
  for (const [name, requestOf] of [
    ['new page', html],
    ['document', document],
  ] as const)
    rows.push(await measureFirstViews(name, setting, requestOf));
  const [page, api] = rows;
  const bars: Bar[] =
    page && api ? [bar('new page / document, processor time', page.serverMicros / api.serverMicros, 'at most', 1)] : [];
  return {
    name: 'W9',
    title: 'first views of pages of 30 kB of Markdown, one after the other (server µs with the workers)',
    node: versionOf(process.execPath),
    rows,
    bars,
    skipped: [],
  };
}

/** Pages that are read before, so that the code of the server and its workers is compiled. */
const warmUps = 20;

async function measureFirstViews(
  name: string,
  { site, ours, place }: Setting,
  requestOf: (page: ReaderSite['pages'][number]) => Fetched,
): Promise<Row> {
  const server = await startServer(ours, place);
  try {
    const view = async (page: ReaderSite['pages'][number]) => {
      const began = performance.now();
      const { body } = await fetchFrom(server, requestOf(page));
      return { bytes: body.length, ms: performance.now() - began };
    };
    for (const page of site.pages.slice(0, warmUps)) await view(page);
    const before = treeMicroseconds(server.pid);
    const began = performance.now();
    const views = [];
    for (const page of site.pages.slice(warmUps)) views.push(await view(page));
    const rate = (1_000 * views.length) / (performance.now() - began);
    const times = views.map(({ ms }) => ms);
    return {
      name,
      throughput: [rate, rate, rate],
      p50Ms: median(times),
      p99Ms: Math.max(...times),
      serverMicros: (treeMicroseconds(server.pid) - before) / views.length,
      databaseMicros: 0,
      bytes: median(views.map(({ bytes }) => bytes)),
      statements: null,
      isCompared: false,
    };
  } finally {
    await server.stop();
  }
}

/** Processor time of a process and its children, in microseconds. */
const treeMicroseconds = (pid: number): number =>
  [pid, ...childrenOf(pid)].map(cpuMicroseconds).reduce((sum, one) => sum + one, 0);

async function measureSearch(bench: Bench, { site, server, ours, place }: Setting): Promise<Table> {
  bench.say('W10: a search');
  const words = ['requests', 'token', 'change request', 'release', 'milliseconds', 'backoff', 'membership', 'limit7'];
  const requests = words.map((word) => read(`${pathOf(site, '~/search')}?q=${encodeURIComponent(word)}`));
  const asked = words.map((query): LoadRequest => ({
    method: 'POST',
    path: `/v1/orgs/${site.organizationId}/sites/${site.siteId}/search`,
    body: JSON.stringify({ query, scope: { mode: 'all' } }),
  }));
  const { host } = site.url;
  const { measured } = await measure(
    [
      { name: 'page of results', server, secret: null, host, requests },
      { name: 'search of the API', server, secret: bench.secret, requests: asked },
    ],
    bench.conditions,
  );
  const statements = await countStatementsOf(ours, place, { host, request: requests[0] as LoadRequest });
  const [page, api] = measured;
  return {
    name: 'W10',
    title: 'a search in the site',
    node: versionOf(process.execPath),
    rows: measured.map((row, at) => ({ ...row, statements: at === 0 ? statements : null, isCompared: false })),
    bars:
      page && api
        ? [bar('page of results / search of the API, server µs', page.serverMicros / api.serverMicros, 'at most', 1.1)]
        : [],
    skipped: [],
  };
}

interface Fetched {
  readonly path: string;
  readonly secret: string | null;
  readonly host?: string;
  readonly encoding?: string;
}

async function fetchFrom({ origin }: RunningServer, { path, ...of }: Fetched) {
  // A connection that is kept would be closed by the server while it is idle, or just when it is used again.
  const answer = await sendRequest(origin + path, { headers: { ...headersOf(of), connection: 'close' } });
  const body = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200)
    throw new Error(`${path} answered ${answer.statusCode}: ${body.toString().slice(0, 300)}`);
  return { body };
}

const fetchPage = (server: RunningServer, host: string, path: string, encoding?: string) =>
  fetchFrom(server, { path, host, secret: null, ...(encoding === undefined ? {} : { encoding }) });

/** Bytes of a page and of the styles and scripts that it loads, as they are sent. */
async function weighPage(server: RunningServer, host: string, path: string): Promise<number> {
  const [plain, page] = await Promise.all([fetchPage(server, host, path), fetchPage(server, host, path, 'br')]);
  const assets = [...plain.body.toString().matchAll(/<(?:link rel="stylesheet"|script)[^>]* (?:href|src)="([^"]+)"/g)];
  const loaded = await Promise.all(assets.map(([, address = '']) => fetchPage(server, host, address, 'br')));
  return [page, ...loaded].reduce((sum, { body }) => sum + body.length, 0);
}

/** Returns the statements of a request that was answered before. */
async function countStatementsOf(
  ours: Contender,
  place: Place,
  { host, request }: { readonly host: string; readonly request: LoadRequest },
): Promise<number> {
  const proxy = await countStatements(place.databaseUrl);
  const server = await startServer(ours, { ...place, databaseUrl: proxy.url });
  try {
    const counts: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      proxy.take();
      await fetchPage(server, host, request.path);
      counts.push(proxy.take());
    }
    return median(counts.slice(3));
  } finally {
    await server.stop();
    await proxy.close();
  }
}
