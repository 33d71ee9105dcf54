// Measures the first visit of a page in Chromium, of a published site and of the same pages as VitePress and Starlight build them: when
// its largest part is painted, and what went over the wire. Usage: `npx tsx bench/first-visit.ts`, after
// `npm install --prefix bench/generators`.
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import { ensureBuilt } from '../scripts/build.mjs';
import { oursIn } from './contenders.ts';
import { databaseUrlOf } from './database.ts';
import { createReaderSite, longMarkdown } from './dataset/reader-site.ts';
import { prepareData } from './dataset/load.ts';
import { senderTo } from './dataset/site.ts';
import { buildSites, type BuiltSite } from './generators/build.ts';
import { shippedLaunch } from './launch.ts';
import { median } from './measure.ts';
import { readOptions } from './options.ts';
import { openPhone } from './phone.ts';
import { figuresText } from './report.ts';
import { bar, type Figures } from './result.ts';
import { startServer } from './server.ts';

const rounds = 5;

/** The page that is visited; the others are in the tree beside it. */
const visited = 3;
const pageCount = 60;

interface Place {
  readonly name: string;
  readonly url: string;
}

interface Visit {
  readonly paintMs: number;
  readonly bytes: number;
  readonly requests: number;
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Serves files as a host of static sites does: compressed, and kept for good when their name has a hash. */
async function serve({ files }: BuiltSite) {
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(new URL(request.url ?? '/', 'http://site.test').pathname).slice(1);
    const found = [asked, `${asked}.html`, `${asked.replace(/\/?$/, '/')}index.html`].find((name) => files.has(name));
    const body = files.get(found ?? '');
    if (found === undefined || body === undefined) return void response.writeHead(404).end();
    const type = types[path.extname(found).slice(1)] ?? 'application/octet-stream';
    const isText = /^(?:text|image\/svg)/.test(type);
    const encoding = isText ? { 'content-encoding': 'br' } : {};
    return void response
      .writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600', ...encoding })
      .end(isText ? brotliCompressSync(body) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Passes requests on to a published site. Browsers take Brotli from this machine and over TLS alone, which a proxy ends. */
async function passOn(origin: string, host: string) {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, host };
    const asked = sendRequest(`${origin}${request.url}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Visits a page with an empty cache. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const { context, page, received } = await openPhone(browser);
  await page.goto(url, { waitUntil: 'networkidle' });
  const paintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await context.close();
  return { paintMs, ...received };
}

await ensureBuilt();
const options = readOptions(['--quick']);
if (options === null) throw new Error('There are no options');
const databaseUrl = databaseUrlOf(options);
const say = (text: string) => console.error(text);
const { secrets } = await prepareData(databaseUrl, options.sizes, say);
const dist = path.resolve(import.meta.dirname, '../dist');
const ours = await startServer(oursIn(dist), { node: process.execPath, databaseUrl, ...shippedLaunch });
const site = await createReaderSite(senderTo(ours.origin, secrets[0] ?? ''));
const pages = Array.from({ length: pageCount }, (_none, n) => ({
  slug: `page-${n}`,
  title: `Page ${n}`,
  markdown: longMarkdown(n),
}));
const built = buildSites(pages);
const servers = await Promise.all(built.map(serve));
const proxy = await passOn(ours.origin, site.url.host);
const places: Place[] = [
  { name: 'Octavo', url: `${proxy.url}${site.url.pathname.replace(/\/$/, '')}/page-${visited}` },
  ...built.map(({ name }, at) => ({ name, url: `${servers[at]?.url}/page-${visited}` })),
];
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const visits = new Map<string, Visit[]>(places.map(({ name }) => [name, []]));
for (let round = 0; round <= rounds; round += 1)
  for (const { name, url } of places) {
    const one = await visit(browser, url);
    // The first round finds a page that nobody has read, and warms up the browser.
    if (round > 0) visits.get(name)?.push(one);
  }
await browser.close();
for (const { close } of [...servers, proxy]) close();
await ours.stop();
const of = (name: string, pick: (one: Visit) => number) => median((visits.get(name) ?? []).map(pick));
const rows = places.map(({ name }) => [
  name,
  of(name, ({ paintMs }) => paintMs).toFixed(0),
  (of(name, ({ bytes }) => bytes) / 1_000).toFixed(1),
  String(of(name, ({ requests }) => requests)),
]);
const best = (pick: (one: Visit) => number) => Math.min(...built.map(({ name }) => of(name, pick)));
const figures: Figures = {
  title: 'First visit of a page of 30 kB, on a phone with a slow connection',
  columns: ['site', 'largest paint, ms', 'kB on the wire', 'requests'],
  rows,
  bars: [
    bar(
      'largest paint, as a share of the best other',
      of('Octavo', (one) => one.paintMs) / best((one) => one.paintMs),
      'at most',
      1,
    ),
    bar(
      'kB on the wire, as a share of the best other',
      of('Octavo', (one) => one.bytes) / best((one) => one.bytes),
      'at most',
      1,
    ),
  ],
};
console.log(figuresText(figures));
if (figures.bars.some(({ pass }) => pass === false)) process.exitCode = 1;
