import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { createServer } from '../../src/app/http/server.ts';
import { listViolations } from '../accessibility.ts';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closeBrowser, hasChromium, openPage, type SharedPage } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { allOrOne, isWhole } from '../setup/size.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

/** A server that listens at its own address, as browsers need it. */
export interface DeskServer {
  readonly server: Harness;
  readonly app: FastifyInstance;
  readonly base: string;
}

/** Starts it under a name of this machine: passkeys need one that is no number. */
export async function startDesk(name: '127.0.0.1' | 'localhost' = '127.0.0.1'): Promise<DeskServer> {
  const server = await startServer();
  const port = await freePort();
  const base = `http://${name}:${port}`;
  const services = { ...server.platform.services, urls: { ...server.platform.services.urls, base, app: base } };
  const app = await createServer({ ...server.platform, services });
  await app.listen({ host: '127.0.0.1', port });
  return { server, app, base };
}

/** Opens a tab in which somebody is signed in. */
export async function openAs(
  { base }: DeskServer,
  caller: Caller,
  options: Parameters<typeof openPage>[0] = {},
): Promise<SharedPage> {
  const shared = await openPage(options);
  await shared.page.goto(`${base}/login`);
  await shared.page.evaluate((token) => sessionStorage.setItem('octavo:token', token), caller.secret);
  return shared;
}

/** The desk of the tests of a file. */
export interface DeskOfTests extends DeskServer {
  /** The tab of whoever is signed in, for tests that follow each other. */
  readonly shared: SharedPage;
}

/**
 * Starts a desk before the tests of a file, and ends it after them. `prepare` makes what they need and returns who is signed in in
 * `shared`, if anybody is. What is returned has its members once the tests begin. After a failure that tab is closed, so that the tests
 * that would go on from there fail at once, and nothing waits in it.
 */
export function aDesk(
  prepare: (server: Harness) => Promise<Caller | null> = () => Promise.resolve(null),
  name?: Parameters<typeof startDesk>[0],
): DeskOfTests {
  const desk = {} as { -readonly [Member in keyof DeskOfTests]: DeskOfTests[Member] };
  beforeAll(async () => {
    Object.assign(desk, await startDesk(name));
    const caller = await prepare(desk.server);
    if (hasChromium && caller) desk.shared = await openAs(desk, caller);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await desk.shared?.close();
  });
  afterAll(async () => {
    await desk.app.close();
    await closeBrowser();
  });
  return desk;
}

/** Keeps a picture of a page after the run, in `npm run test:all`. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (isWhole) await page.screenshot({ path: join(tmpdir(), 'octavo-desk', `${name}.png`), fullPage: true });
}

/** The widths and schemes in which views are looked at. */
const looks = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 768, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 768, colorScheme: 'light' },
] as const;

/**
 * What is wrong with the view that is shown: barriers, and what is wider than the window. In all widths and schemes in `npm run test:all`,
 * which keeps a picture of each; else in the one whose turn it is, so that many views are looked at in each.
 */
export async function faultsOf(page: Page, name: string, turn: number): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme } of allOrOne(looks, turn)) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.evaluate('document.querySelectorAll("details.panel").forEach((one) => (one.open = true))');
    const look = `${name}-${width}-${colorScheme}`;
    await shoot(page, look);
    faults.push(...(await listViolations(page)).map((violation) => `${look}: ${violation}`));
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    if (wide > width) faults.push(`${look} is ${wide} wide`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return faults;
}

/** A view: its name, what opens it, and its heading. */
type Looked = readonly [name: string, open: () => Promise<unknown>, title: string];

/**
 * What is wrong with views as tests have filled them, and what the browser complains of. All of them in `npm run test:all`; else the
 * first, because `desk-views` looks at each.
 */
export async function lookAt({ page, complaints }: SharedPage, views: readonly Looked[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [turn, [name, open, title]] of allOrOne(views, 0).entries()) {
    await open();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    wrong.push(...(await faultsOf(page, name, turn)));
  }
  return [...wrong, ...complaints];
}
