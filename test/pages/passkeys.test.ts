import type { FastifyInstance } from 'fastify';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { login } from '../../src/cli/login.ts';
import { createSignInLink } from '../../src/domain/people/sign-in-links/create.ts';
import { makeLinks } from '../../src/domain/people/sign-in-links/links.ts';
import { asOperator } from '../../src/domain/core/acting.ts';
import { contextOf, originOf } from '../../src/app/process/context.ts';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Harness } from '../harness.ts';
import { randomBytes } from '../setup/seed.ts';

let server: Harness;
let app: FastifyInstance;
let base: string;
let services: Harness['platform']['services'];

beforeAll(async () => {
  server = await startServer();
  const port = await freePort();
  base = `http://localhost:${port}`;
  services = { ...server.platform.services, urls: { ...server.platform.services.urls, base, app: base } };
  app = await createServer({ ...server.platform, services });
  await app.listen({ host: '127.0.0.1', port });
});
afterAll(() => app.close());

/** A context of the server at its own address, as an operator has. */
const operator = () =>
  contextOf(services, server.platform.db, asOperator('nobody'), { requestId: 'test', origin: originOf('cli') });

const credentialsOf = async ({ cdp, authenticatorId }: { cdp: CDPSession; authenticatorId: string }) =>
  (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;

const create = { name: 'Create a passkey and sign in' };
const tokenIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('octavo:token'));

const userOf = async (token: string | null) =>
  (await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${token}` } })).json();

/** Opens a link in a page with an authenticator, and makes a passkey by it. */
async function makePasskey(page: Page, url: string) {
  const authenticator = await anAuthenticator(page);
  await page.goto(url);
  await page.getByRole('button', create).click();
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
  return { authenticator, token: await tokenIn(page) };
}

async function anInvitation(email = `${randomBytes(6).toString('hex')}@example.org`): Promise<string> {
  const { id, owner } = await anOrganization(server, { title: 'Acme' });
  const answer = await app.inject({
    method: 'POST',
    url: `/v1/orgs/${id}/invites`,
    headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/json' },
    payload: { emails: [email], links: true },
  });
  return answer.json().links[0].url;
}

describe.runIf(hasChromium)('passkeys in a browser', () => {
  afterAll(closeBrowser);

  it('are made by the link of the first start, and sign in from then on', async () => {
    const admin = await server.aUser({ isInstanceAdmin: true, displayName: 'Administrator' });
    const [link] = await makeLinks(operator(), [{ purpose: 'first-admin', userId: admin.userId }]);
    await withPage('about:blank', async ({ page, complaints }) => {
      const { authenticator, token } = await makePasskey(page, link!.url);
      expect(await userOf(token)).toMatchObject({ id: admin.userId });
      expect(await credentialsOf(authenticator)).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
      await page.getByRole('button', { name: 'Not now' }).click();
      await page.waitForURL(`${base}/app`);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${base}/login`);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
      expect((await userOf(await tokenIn(page))).id).toBe(admin.userId);
      expect(complaints).toEqual([]);
    });
  });

  it('make a person of somebody who is invited, and can be two', async () => {
    const url = await anInvitation();
    await withPage('about:blank', async ({ page }) => {
      await anAuthenticator(page);
      await page.goto(url);
      await page.getByRole('heading', { name: 'You are invited to Acme' }).waitFor();
      await page.getByLabel('Your name').fill('Grace Hopper');
      await page.getByRole('button', create).click();
      const add = page.getByRole('button', { name: 'Add another passkey' });
      await add.click();
      await page.getByRole('alert').getByText('has a passkey of yours already').waitFor();
      await anAuthenticator(page, 'usb');
      await add.click();
      await page.waitForURL(`${base}/app`);
      const token = await tokenIn(page);
      expect((await userOf(token)).displayName).toBe('Grace Hopper');
      const passkeys = await app.inject({ url: '/v1/user/passkeys', headers: { authorization: `Bearer ${token}` } });
      expect(passkeys.json().items).toHaveLength(2);
    });
  });

  it('are refused without verification, with another key, and of another host', async () => {
    const url = await anInvitation();
    await withPage('about:blank', async ({ page }) => {
      const { authenticator } = await makePasskey(page, url);
      const { cdp, authenticatorId } = authenticator;
      const [made] = await credentialsOf(authenticator);
      const attempt = async () => {
        await page.evaluate(() => sessionStorage.clear());
        await page.goto(`${base}/login`);
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
        await page.getByRole('alert').filter({ hasText: 'passkey' }).waitFor();
        return page.getByRole('alert').textContent();
      };
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
      expect(await attempt()).toMatch(/No passkey was used/);
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
      // The same credential with the key of somebody else: its signature is not valid.
      const { privateKey } = (await import('node:crypto')).generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...made!, privateKey: key } });
      expect(await attempt()).toMatch(/signature is not valid/);
      // One of another host is not even offered.
      await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
      await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...made!, rpId: 'example.org' } });
      expect(await attempt()).toMatch(/No passkey was used/);
      expect(await tokenIn(page)).toBeNull();
    });
  });

  it('answer a challenge once: what a browser has sent is refused when it is sent again', async () => {
    const url = await anInvitation();
    await withPage('about:blank', async ({ page }) => {
      await makePasskey(page, url);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${base}/login`);
      const sent = page.waitForRequest((request) => request.url().endsWith('/v1/sign-ins/passkey'));
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      const payload = (await sent).postData() ?? '';
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
      const headers = { 'content-type': 'application/json' };
      const again = await app.inject({ method: 'POST', url: '/v1/sign-ins/passkey', headers, payload });
      expect([again.statusCode, again.json().error.type]).toEqual([403, 'sign_in_refused']);
    });
  });

  it('lead back to the page that asked for the sign-in, which then shows the preview of a space, and to no page of others', async () => {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    const { id: spaceId } = await aSpace(server, id, { title: 'Handbook' });
    await owner.rest(`POST /v1/orgs/${id}/sites`, { title: 'Manual', spaces: [spaceId] });
    const { url } = await createSignInLink(operator(), owner.userId);
    await withPage('about:blank', async ({ page }) => {
      await makePasskey(page, url);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto(`${base}/spaces/${spaceId}`);
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('button', { name: 'Not now' }).click();
      await page.waitForURL(`${base}/spaces/${spaceId}`);
      await page.getByRole('heading', { name: 'Handbook' }).waitFor();
      await page.locator('main').getByRole('link', { name: 'Manual' }).click();
      const preview = await page.getByRole('link', { name: 'Preview' }).getAttribute('href');
      expect(preview).toContain('jwt_token=');
      for (const asked of ['https://evil.example/', '//evil.example/', '/\\evil.example/', 'javascript:alert(1)']) {
        await page.goto(`${base}/login?${new URLSearchParams({ page: asked })}`);
        await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
        await page.getByRole('button', { name: 'Not now' }).click();
        await page.waitForURL(`${base}/app`);
      }
    });
  });

  it('sign in the command line, which opens the page and waits', async () => {
    const url = await anInvitation();
    await withPage('about:blank', async ({ page }) => {
      await makePasskey(page, url);
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
      const running = login(undefined, { server: base, open: false });
      await expect.poll(() => said.mock.calls.length).toBeGreaterThan(0);
      await page.goto(/http\S+/.exec(String(said.mock.calls[0]?.[0]))?.[0] ?? '');
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('You are signed in').waitFor();
      await running;
      const token = String(printed.mock.calls[0]?.[0]);
      vi.restoreAllMocks();
      expect(token).toMatch(/^ocs_/);
      const sessions = await app.inject({ url: '/v1/user/sessions', headers: { authorization: `Bearer ${token}` } });
      expect(sessions.json().items[0]).toMatchObject({ isCurrent: true, browser: 'octavo on the command line' });
    });
  });
});

describe.runIf(hasChromium)('a link in a scanner of mails', () => {
  afterAll(closeBrowser);

  it.each(['invitation', 'first-admin', 'recovery'] as const)(
    'that runs scripts, presses buttons and submits forms leaves the link of kind %s good',
    async (purpose) => {
      const { userId } = await server.aUser();
      const recovered = async () => (await createSignInLink(operator(), userId)).url;
      const first = async () => (await makeLinks(operator(), [{ purpose: 'first-admin', userId }]))[0]!.url;
      const url = await { invitation: anInvitation, 'first-admin': first, recovery: recovered }[purpose]();
      await withPage('about:blank', async ({ page }) => {
        // It has no authenticator, as no scanner has one: what people confirm fails.
        await page.addInitScript(() => {
          navigator.credentials.create = () => Promise.reject(new DOMException('', 'NotAllowedError'));
        });
        await page.goto(url);
        await page.getByRole('button', create).waitFor();
        for (const button of await page.getByRole('button').all()) if (await button.isVisible()) await button.click();
        await page.evaluate(() => {
          for (const form of document.forms) form.requestSubmit();
        });
        await page.getByRole('alert').getByText('No passkey was used').waitFor();
        // A scanner that only reads the page follows its links.
        const links = await page.evaluate(() => [...document.links].map(({ href }) => href));
        for (const href of links) if (href.startsWith(base)) await app.inject({ url: href.slice(base.length) });
      });
      await withPage('about:blank', async ({ page }) => {
        const { token } = await makePasskey(page, url);
        expect(token).toMatch(/^ocs_/);
      });
    },
  );
});

describe.runIf(hasChromium)('the sign-in page at an address without passkeys', () => {
  afterAll(closeBrowser);

  it('says why, and still offers identity providers', async () => {
    const port = await freePort();
    const urls = { ...services.urls, base: `http://192.0.2.7:${port}` };
    const other = await createServer({ ...server.platform, services: { ...services, urls } });
    await other.listen({ host: '127.0.0.1', port });
    await withPage(`http://127.0.0.1:${port}/login`, async ({ page }) => {
      await page.getByText('Browsers make no passkeys for an IP address').waitFor();
      expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(false);
      expect(await page.getByLabel('Organization or work email').isVisible()).toBe(true);
    });
    await other.close();
  });

  it('moves from the address of this machine to its name', async () => {
    const port = new URL(base).port;
    await withPage(`http://127.0.0.1:${port}/login`, async ({ page }) => {
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.waitForURL(`${base}/login`);
      expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()).toBe(true);
    });
  });
});
