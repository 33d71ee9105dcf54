// Measures how long the desk takes on a phone with a slow connection until somebody can use it: its heading stands there and a key
// is answered. With an empty cache, and again with what the first visit has left. Usage: `npx tsx bench/desk.ts --quick`.
import os from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { ensureBuilt } from '../scripts/build.mjs';
import { oursIn } from './contenders.ts';
import { databaseUrlOf } from './database.ts';
import { senderTo } from './dataset/site.ts';
import { prepareData } from './dataset/load.ts';
import { shippedLaunch } from './launch.ts';
import { median } from './measure.ts';
import { readOptions } from './options.ts';
import { networkMs, openPhone } from './phone.ts';
import { figuresText } from './report.ts';
import { bar } from './result.ts';
import { startServer } from './server.ts';

const rounds = 5;

/** Within what the desk is to be usable, in milliseconds, and after how many round trips: one for the page, one for all that it needs. */
const goalMs = 1_000;
const goalTrips = 2;

/**
 * DevTools, through which the phone is made slow, notes the place in the scripts from which each request is sent. V8 knows places of a
 * script only after reading it once more, which no visitor's browser does, unless it notes them while it compiles.
 */
const eagerPlaces = '--js-flags=--no-enable-lazy-source-positions';

interface Visit {
  readonly usableMs: number;
  readonly bytes: number;
  /** Round trips that had to follow each other until then. */
  readonly trips: number;
}

/** Says in the page when its view is there and the page answers. The page itself watches, because a question of ours would delay it. */
function watch(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('main h1') === null || document.querySelector('.waiting')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => console.debug(`usable ${performance.now()}`)));
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Opens an address, and waits until its view is there and the page answers, since it was asked for. */
async function timeVisit(page: Page, url: string): Promise<number> {
  const said = page.waitForEvent('console', (message) => message.text().startsWith('usable '));
  await page.goto(url, { waitUntil: 'commit' });
  return Number((await said).text().slice('usable '.length));
}

/** Visits an address with an empty cache, then again. */
async function visitTwice(browser: Browser, url: string, token: string): Promise<readonly [Visit, Visit]> {
  const { context, page, received } = await openPhone(browser);
  await context.addInitScript((kept) => sessionStorage.setItem('octavo:token', kept), token);
  await context.addInitScript(watch);
  const visit = async (): Promise<Visit> => {
    Object.assign(received, { bytes: 0, requests: 0, trips: 0 });
    const usableMs = await timeVisit(page, url);
    const { bytes, trips } = received;
    return { usableMs, bytes, trips };
  };
  const first = await visit();
  await page.goto('about:blank');
  const again = await visit();
  await context.close();
  return [first, again];
}

await ensureBuilt();
const options = readOptions(process.argv.slice(2));
if (options === null) throw new Error('There are no options but those of the benchmark');
const databaseUrl = databaseUrlOf(options);
const { secrets } = await prepareData(databaseUrl, options.sizes, (text) => console.error(text));
const [token] = secrets;
const server = await startServer(oursIn(path.resolve(import.meta.dirname, '../dist')), {
  node: process.execPath,
  databaseUrl,
  ...shippedLaunch,
});
const send = senderTo(server.origin, token);
interface Listed {
  readonly items: readonly { readonly id: string }[];
}
const [organization] = (await send<Listed>('GET', '/v1/orgs?limit=1')).items;
const [space] = (await send<Listed>('GET', `/v1/orgs/${organization?.id}/spaces?limit=1`)).items;
const places = [
  ['what waits', '/app'],
  ['an organization', `/orgs/${organization?.id}`],
  ['a space', `/spaces/${space?.id}`],
] as const;
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', eagerPlaces] });
const visits = new Map<string, (readonly [Visit, Visit])[]>(places.map(([name]) => [name, []]));
for (let round = 0; round <= rounds; round += 1)
  for (const [name, address] of places) {
    const both = await visitTwice(browser, server.origin + address, token);
    // The first round warms up the server and the browser.
    if (round > 0) visits.get(name)?.push(both);
  }
await browser.close();
await server.stop();
const figureOf = (name: string, at: 0 | 1, what: keyof Visit) =>
  median((visits.get(name) ?? []).map((both) => both[at][what]));
const names = places.map(([name]) => name);
const columns = ([0, 1] as const).map((at) => ({
  again: at === 0 ? '' : ' again',
  of: (name: string, what: keyof Visit) => figureOf(name, at, what),
}));
const worst = (of: (name: string, what: keyof Visit) => number, what: keyof Visit) =>
  Math.max(...names.map((name) => of(name, what)));
const figures = {
  title: 'The desk on a phone with a slow connection',
  columns: [
    'view',
    ...columns.flatMap(({ again }) => ['usable', 'kB', 'round trips', 'network alone'].map((one) => one + again)),
  ],
  rows: names.map((name) => [
    name,
    ...columns.flatMap(({ of }) => {
      const [bytes, trips] = [of(name, 'bytes'), of(name, 'trips')];
      const network = `${networkMs({ bytes, trips }).toFixed(0)} ms`;
      return [`${of(name, 'usableMs').toFixed(0)} ms`, (bytes / 1_000).toFixed(1), trips.toFixed(0), network];
    }),
  ]),
  bars: columns.flatMap(({ again, of }) => [
    bar(`slowest view${again || ' with an empty cache'}, ms`, worst(of, 'usableMs'), 'at most', goalMs),
    bar(`most round trips${again || ' with an empty cache'}`, worst(of, 'trips'), 'at most', goalTrips),
  ]),
};
console.log(figuresText(figures));
console.log(`Load of the machine, of ${os.cpus().length} processors: ${os.loadavg()[0]?.toFixed(1)}`);
if (figures.bars.some(({ pass }) => pass === false)) process.exitCode = 1;
