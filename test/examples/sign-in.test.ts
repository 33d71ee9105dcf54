import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { listViolations } from '../accessibility.ts';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, withPage } from '../browser.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Harness } from '../harness.ts';
import { anIssuer, anIssuerOf, type Issuer } from '../oidc-issuer.ts';
import { randomBytes } from '../setup/seed.ts';
import { because, dashboards, folder, startFiles } from './served.ts';

describe.skipIf(folder === null)(`people who have no token, at a dashboard${because}`, () => {
  let server: Harness;
  let app: FastifyInstance;
  let files: Server;
  let issuer: Issuer;
  let api: string;
  let base: string;
  let origin: string;

  beforeAll(async () => {
    server = await startServer();
    issuer = await anIssuer();
    const [filesPort, apiPort] = [await freePort(), await freePort()];
    files = await startFiles(folder ?? '', filesPort);
    origin = `http://127.0.0.1:${filesPort}`;
    // People write the address that the server prints. Passkeys have the name of this machine.
    [api, base] = [`http://127.0.0.1:${apiPort}`, `http://localhost:${apiPort}`];
    const { config, services } = server.platform;
    const urls = { ...services.urls, base: api, app: api };
    app = await createServer({
      ...server.platform,
      config: { ...config, CORS_ORIGINS: [origin] },
      services: { ...services, urls },
    });
    await app.listen({ host: '127.0.0.1', port: apiPort });
  });
  afterAll(async () => {
    await closeBrowser();
    await app.close();
    files.close();
    await issuer[Symbol.asyncDispose]();
  });

  const begin = async (page: Page) => {
    await page.getByLabel('Server').first().fill(api);
    expect(await listViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const keptToken = async (page: Page) =>
    (await page.evaluate(() => JSON.parse(sessionStorage.getItem('dashboard') ?? 'null')))?.token as string;
  const statusOf = async (token: string) =>
    (await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${token}` } })).statusCode;

  it.each(dashboards)('%s: sign in by a passkey, come back to the place, and end the session', async (name) => {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    await aSpace(server, id, { title: 'Handbook' });
    const admin = await server.aUser({ isInstanceAdmin: true });
    const { body } = await admin.rest(`POST /v1/users/${owner.userId}/sign-in-links`);
    await withPage('about:blank', async ({ page, complaints }) => {
      await anAuthenticator(page);
      await page.goto(`${base}/login${new URL(body.url).hash}`);
      await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();

      const asked = `${origin}/${name}/dist/#/organization/${(await owner.rest('GET /v1/orgs')).body.items[0].id}`;
      await page.goto(asked);
      await begin(page);
      await page.waitForURL((url) => url.origin === base);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('link', { name: 'Handbook' }).waitFor();
      expect(page.url().replace(/\?#/, '#')).toBe(asked);
      const token = await keptToken(page);
      expect([token.slice(0, 4), await statusOf(token)]).toEqual(['ocs_', 200]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect.poll(() => statusOf(token)).toBe(401);
      expect(complaints).toEqual([]);
    });
  });

  it.each(dashboards)('%s: sign in by the provider of their organization', async (name) => {
    const hostname = `dash${randomBytes(4).toString('hex')}`;
    const organization = await anOrganization(server, { title: 'Acme', hostname });
    await anIssuerOf(organization, issuer, { admits: 'everyone' });
    issuer.answers = { claims: { sub: 'ada', name: 'Ada' } };
    await withPage(`${origin}/${name}/dist/`, async ({ page }) => {
      await begin(page);
      await page.getByLabel('Organization or work email').fill(hostname);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Continue with Example' }).click();
      await page.getByRole('link', { name: 'Agree' }).click();
      await page.getByRole('link', { name: 'Acme' }).waitFor();
      expect((await keptToken(page)).slice(0, 4)).toBe('ocs_');
    });
  });

  it.each(dashboards)('%s: are told when the server sends them back to another tab', async (name) => {
    await withPage(`${origin}/${name}/dist/?code=stolen&state=other`, async ({ page }) => {
      await page.getByRole('alert').getByText('Another tab began this sign-in').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(page.url()).toBe(`${origin}/${name}/dist/`);
      expect(await page.evaluate(() => sessionStorage.getItem('dashboard'))).toBeNull();
    });
  });
});
