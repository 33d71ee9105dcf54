import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { createServer } from '../../src/app/http/server.ts';
import { listViolations } from '../accessibility.ts';
import { openPage, type SharedPage } from '../browser.ts';
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

/** What is wrong with views, and what the browser complains of. */
export async function lookAt({ page, complaints }: SharedPage, views: readonly Looked[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const [turn, [name, open, title]] of views.entries()) {
    await open();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    wrong.push(...(await faultsOf(page, name, turn)));
  }
  return [...wrong, ...complaints];
}
