import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contextOf, originOf } from '../../src/app/process/context.ts';
import { createServer } from '../../src/app/http/server.ts';
import { asOperator } from '../../src/domain/core/acting.ts';
import { makeLinks } from '../../src/domain/people/sign-in-links/links.ts';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { anOrganization } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aClient, askedBy } from '../oauth-clients.ts';

let server: Harness;
let app: FastifyInstance;
let base: string;
let services: Harness['platform']['services'];
let owner: Caller;

beforeAll(async () => {
  server = await startServer();
  ({ owner } = await anOrganization(server, { title: 'Acme' }));
  const port = await freePort();
  base = `http://localhost:${port}`;
  services = { ...server.platform.services, urls: { ...server.platform.services.urls, base, app: base } };
  app = await createServer({ ...server.platform, services });
  await app.listen({ host: '127.0.0.1', port });
});
afterAll(() => app.close());

/** What a client asks for at the server of the test, whose answer it takes at a page of that server, which any program may be. */
async function anAsking() {
  const client = await aClient({ redirect_uris: ['http://127.0.0.1/healthz'] });
  const redirect = `${base.replace('localhost', '127.0.0.1')}/healthz`;
  const query = { ...askedBy(client), resource: `${base}/mcp`, redirect_uri: redirect };
  return { client, redirect, url: `${base}/oauth/authorize?${new URLSearchParams(query).toString()}` };
}

/** A context of the server at its own address, as an operator has. */
const operator = () =>
  contextOf(services, server.platform.db, asOperator('nobody'), { requestId: 'test', origin: originOf('cli') });

const signIn = (page: Page) => page.evaluate((token) => sessionStorage.setItem('octavo:token', token), owner.secret);

describe.runIf(hasChromium)('the page that asks to allow a client', () => {
  afterAll(closeBrowser);

  it('asks to sign in, and comes back to what the client asked for', async () => {
    const { url } = await anAsking();
    await withPage(url, async ({ page, complaints }) => {
      await page.getByRole('button', { name: 'Sign in to continue' }).click();
      await page.waitForURL(`${base}/login`);
      await anAuthenticator(page);
      const [link] = await makeLinks(operator(), [{ purpose: 'recovery', userId: owner.userId }]);
      await page.goto(link!.url);
      await page.getByRole('button', { name: 'Create a passkey and sign in' }).click();
      await page.getByRole('button', { name: 'Not now' }).click();
      await page.waitForURL(url);
      await page.getByRole('button', { name: 'Allow', exact: true }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem('octavo:consent'))).toBeNull();
      expect(complaints).toEqual([]);
    });
  });

  it('sends the code of what the person left allowed to the client, which exchanges it', async () => {
    const { client, redirect, url } = await anAsking();
    await withPage(`${base}/login`, async ({ page, complaints }) => {
      await signIn(page);
      await page.goto(url);
      await page.getByText(`any program there can pose as`).waitFor();
      await page.getByLabel('Organization in which it may act').selectOption({ label: 'Acme' });
      await page.getByRole('checkbox', { name: /space:read/ }).uncheck();
      await page.getByLabel('How long').selectOption('7');
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      await page.waitForURL(/\/healthz\?/);
      const answer = new URL(page.url()).searchParams;
      expect([answer.get('iss'), answer.get('state')]).toEqual([base, 'a state']);
      const exchange = await app.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: client.id,
          redirect_uri: redirect,
          code: answer.get('code') ?? '',
          code_verifier: client.codeVerifier,
        }).toString(),
      });
      expect([exchange.statusCode, exchange.json().scope]).toEqual([200, 'space:content:read']);
      const { items } = (await owner.rest('GET /v1/user/grants')).body;
      const days = (Date.parse(items[0].expiresAt) - Date.parse(items[0].createdAt)) / 86_400_000;
      expect(days).toBeGreaterThan(6);
      expect(days).toBeLessThan(8);
      expect(complaints).toEqual([]);
    });
  });

  it('tells the client that the person did not allow it', async () => {
    const { url } = await anAsking();
    await withPage(`${base}/login`, async ({ page }) => {
      await signIn(page);
      await page.goto(url);
      await page.getByRole('button', { name: 'Do not allow' }).click();
      await page.waitForURL(/\/healthz\?/);
      const answer = new URL(page.url()).searchParams;
      expect([answer.get('error'), answer.get('code'), answer.get('iss')]).toEqual(['access_denied', null, base]);
    });
  });

  it('is shown in no frame', async () => {
    const { url } = await anAsking();
    await withPage(`${base}/login`, async ({ page }) => {
      const shown = await page.evaluate(async (address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
        document.body.append(frame);
        await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 5_000))]);
        return frame.contentDocument?.querySelector('#allow') !== null && frame.contentDocument !== null;
      }, url);
      expect(shown).toBe(false);
    });
  });
});
