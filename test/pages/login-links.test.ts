import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { anAuthenticator } from '../browser-authenticator.ts';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { anOrganization } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Harness } from '../harness.ts';
import { aMailServer } from '../smtp-server.ts';

let server: Harness;
let app: FastifyInstance;
let services: Harness['platform']['services'];

beforeAll(async () => {
  server = await startServer();
  const port = await freePort();
  const base = `http://localhost:${port}`;
  services = { ...server.platform.services, urls: { ...server.platform.services.urls, base, app: base } };
  app = await createServer({ ...server.platform, services });
  await app.listen({ host: '127.0.0.1', port });
});
afterAll(() => app.close());

const create = { name: 'Create a passkey and sign in' };
const tokenIn = (page: Page) => page.evaluate(() => sessionStorage.getItem('octavo:token'));
const userOf = async (token: string | null) =>
  (await app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${token}` } })).json();

describe.runIf(hasChromium)('an invite link in a browser', () => {
  afterAll(closeBrowser);

  const anInviteLink = async () => {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/orgs/${id}/link-invites`,
      headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/json' },
      payload: { role: 'read' },
    });
    return { id, url: answer.json().urls.join as string };
  };
  const membersOf = (organizationId: string) => server.platform.db.prisma.member.count({ where: { organizationId } });

  it('makes a person, and makes a member of whoever has a passkey already', async () => {
    const [first, second] = [await anInviteLink(), await anInviteLink()];
    await withPage('about:blank', async ({ page }) => {
      await anAuthenticator(page);
      await page.goto(first.url);
      await page.getByRole('heading', { name: 'You are invited to Acme' }).waitFor();
      await page.getByLabel('Your name').fill('Grace Hopper');
      await page.getByRole('button', create).click();
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
      expect((await userOf(await tokenIn(page))).displayName).toBe('Grace Hopper');
      expect(await membersOf(first.id)).toBe(2);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      await page.goto(second.url);
      await page.getByRole('heading', { name: 'You are invited to Acme' }).waitFor();
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'You are signed in' }).waitFor();
      expect((await userOf(await tokenIn(page))).displayName).toBe('Grace Hopper');
      expect(await membersOf(second.id)).toBe(2);
    });
  });

  it('makes nobody by a scanner that runs scripts, presses buttons and submits forms', async () => {
    const { id, url } = await anInviteLink();
    await withPage('about:blank', async ({ page }) => {
      await page.addInitScript(() => {
        const refused = () => Promise.reject(new DOMException('', 'NotAllowedError'));
        navigator.credentials.create = refused;
        navigator.credentials.get = refused;
      });
      await page.goto(url);
      await page.getByLabel('Your name').fill('Scanner');
      await page.getByRole('button', create).click();
      await page.getByRole('alert').getByText('No passkey was used').waitFor();
      await page.evaluate(() => {
        for (const form of document.forms) form.requestSubmit();
      });
      await page
        .getByRole('alert')
        .getByText(/passkey|fill|found/)
        .waitFor();
    });
    expect(await membersOf(id)).toBe(1);
  });
});

describe.runIf(hasChromium)('the sign-in page where people may ask for a link', () => {
  afterAll(closeBrowser);

  it('asks for it, and says the same whoever asks', async () => {
    const mail = await aMailServer();
    const port = await freePort();
    const config = { ...services.config, RECOVERY_BY_MAIL: true };
    const there = `http://localhost:${port}`;
    const urls = { ...services.urls, base: there, app: there };
    const mailing = { ...services, urls, config, mailer: mail.mailer() };
    const other = await createServer({ ...server.platform, services: mailing });
    await other.listen({ host: '127.0.0.1', port });
    await withPage(`${there}/login`, async ({ page }) => {
      await page.getByRole('button', { name: 'Send me a link' }).click();
      await page.getByLabel('Your email address').fill('nobody@example.org');
      await page.locator('#recover').getByRole('button').click();
      const answer = page.getByRole('status');
      await answer.getByText('a link is on its way').waitFor();
      expect(await answer.textContent()).toMatch(/^If this is the address of somebody here/);
      expect(await page.locator('#recover').isVisible()).toBe(false);
    });
    expect(mail.mails).toEqual([]);
    await other.close();
    await mail.stop();
  });
});
