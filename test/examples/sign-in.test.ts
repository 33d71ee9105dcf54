import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { listViolations } from '../accessibility.ts';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, withPage } from '../browser.ts';
import { aChangeRequest, anOrganization, aSpace } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Harness } from '../harness.ts';
import { anIssuer, anIssuerOf, type Issuer } from '../oidc-issuer.ts';
import { randomBytes } from '../setup/seed.ts';
import { because, folder, startDashboard } from './served.ts';

describe.skipIf(folder === null)(`people who have no token, at a dashboard${because}`, () => {
  let server: Harness;
  let app: FastifyInstance;
  let host: Awaited<ReturnType<typeof startDashboard>>;
  let issuer: Issuer;
  let api: string;
  let base: string;
  let origin: string;

  beforeAll(async () => {
    server = await startServer();
    issuer = await anIssuer();
    const apiPort = await freePort();
    // Both dashboards sign in by the same file of `shared`.
    host = await startDashboard('relay');
    ({ origin } = host);
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
    host.close();
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

  it('sign in by a passkey, come back to the place, and end the session', async () => {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    const space = await aSpace(server, id);
    const request = await aChangeRequest(server, space.id, { subject: 'Second line', status: 'open' });
    const admin = await server.aUser({ isInstanceAdmin: true });
    const { body } = await admin.rest(`POST /v1/users/${owner.userId}/sign-in-links`);
    await withPage('about:blank', async ({ page, complaints }) => {
      await anAuthenticator(page);
      await page.goto(`${base}/login${new URL(body.url).hash}`);
      await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();

      const asked = `${origin}/spaces/${space.id}/change-requests/${request.id}`;
      await page.goto(asked);
      await begin(page);
      await page.waitForURL((url) => url.origin === base);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Second line OPEN' }).waitFor();
      expect(page.url()).toBe(asked);
      const token = await keptToken(page);
      expect([token.slice(0, 4), await statusOf(token)]).toEqual(['ocs_', 200]);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await expect.poll(() => statusOf(token)).toBe(401);
      expect(complaints).toEqual([]);
    });
  });

  it('sign in by the provider of their organization', async () => {
    const hostname = `dash${randomBytes(4).toString('hex')}`;
    const organization = await anOrganization(server, { title: 'Acme', hostname });
    await anIssuerOf(organization, issuer, { admits: 'everyone' });
    issuer.answers = { claims: { sub: 'ada', name: 'Ada' } };
    await withPage(origin, async ({ page }) => {
      await begin(page);
      await page.getByLabel('Organization or work email').fill(hostname);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Continue with Example' }).click();
      await page.getByRole('link', { name: 'Agree' }).click();
      await page.getByRole('heading', { name: 'Ada' }).waitFor();
      expect((await keptToken(page)).slice(0, 4)).toBe('ocs_');
    });
  });

  it('are told when the server sends them back to another tab', async () => {
    await withPage(`${origin}/?code=stolen&state=other`, async ({ page }) => {
      await page.getByRole('alert').getByText('Another tab began this sign-in').waitFor();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(page.url()).toBe(`${origin}/`);
      expect(await page.evaluate(() => sessionStorage.getItem('dashboard'))).toBeNull();
    });
  });
});
