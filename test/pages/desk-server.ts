import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { createServer } from '../../src/app/http/server.ts';
import { openPage, type SharedPage } from '../browser.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

/** A server that listens at its own address, as browsers need it. */
export interface DeskServer {
  readonly server: Harness;
  readonly app: FastifyInstance;
  readonly base: string;
}

export async function startDesk(): Promise<DeskServer> {
  const server = await startServer();
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
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

/** Keeps a picture of a page after the run. */
export const shoot = (page: Page, name: string) =>
  page.screenshot({ path: join(tmpdir(), 'octavo-desk', `${name}.png`), fullPage: true });
