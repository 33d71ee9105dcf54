import type { AddressInfo } from 'node:net';
import { mkdirSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { login } from '../../src/cli/login.ts';
import { closeBrowser, hasChromium, requestsElsewhere, withPage } from '../browser.ts';
import { proveDomain } from '../corporations.ts';
import { anOrganization } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Harness } from '../harness.ts';
import { anIssuer, anIssuerOf } from '../oidc-issuer.ts';
import { aKeyPair, aResponse, begunAt, idpValues } from '../saml-idp.ts';
import { hasSimpleSamlPhp, simpleSamlPhpNeeds, withSimpleSamlPhp } from '../simplesamlphp.ts';
import { randomBytes } from '../setup/seed.ts';

let server: Harness;
let app: FastifyInstance;
let base: string;

beforeAll(async () => {
  server = await startServer();
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  // The same server with a URL that a browser can open.
  const services = { ...server.platform.services, urls: { ...server.platform.services.urls, base, app: base } };
  app = await createServer({ ...server.platform, services });
  await app.listen({ host: '127.0.0.1', port });
  expect((app.server.address() as AddressInfo).port).toBe(port);
});
afterAll(() => app.close());

async function aCorporation(hostname: string) {
  const { id, owner } = await anOrganization(server, {
    title: 'Example Corporation',
    hostname,
    emailDomains: [`${hostname}.test`],
  });
  await proveDomain(server, { id, owner }, `${hostname}.test`);
  const headers = { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/json' };
  const send = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const reply = await app.inject({ method, url: `/v1/orgs/${id}/saml${path}`, headers, payload: body });
    expect(reply.statusCode, reply.body).toBeLessThan(300);
    return reply.json();
  };
  const provider = await send('POST', '', { label: 'SimpleSAMLphp', defaultRole: 'read', signRequests: true });
  const { serviceCertificate } = await server.platform.db.prisma.samlProvider.findUniqueOrThrow({
    where: { id: provider.id },
  });
  return { id, provider, serviceCertificate, update: (body: object) => send('PATCH', `/${provider.id}`, body) };
}

it('octavo login waits for the browser on this machine and prints the token of the session', async () => {
  const hostname = `cli${randomBytes(4).toString('hex')}`;
  const { id, update } = await aCorporation(hostname);
  const pair = aKeyPair();
  await update(idpValues(pair));
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const running = login(hostname, { server: base, open: false });
  await expect.poll(() => said.mock.calls.length).toBeGreaterThan(0);
  const address = /http\S+/.exec(String(said.mock.calls[0]?.[0]))?.[0] ?? '';
  const begun = begunAt(
    await app.inject({ url: address.slice(base.length) }),
    /\/saml\/([\w-]+)/.exec(address)?.[1] ?? '',
  );
  const xml = await aResponse(begun, { pair, email: `ada@${hostname}.test` }, base);
  const { headers } = await app.inject({
    method: 'POST',
    url: `/saml/${begun.providerId}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
  });
  expect(String(headers.location)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?code=/);
  expect(await (await fetch(String(headers.location))).text()).toContain('You are signed in');
  await running;
  const token = String(printed.mock.calls[0]?.[0]);
  vi.restoreAllMocks();
  const { statusCode } = await app.inject({ url: `/v1/orgs/${id}`, headers: { authorization: `Bearer ${token}` } });
  expect([token.slice(0, 4), statusCode]).toEqual(['ocs_', 200]);
});

describe.runIf(hasChromium)('the sign-in page', () => {
  afterAll(closeBrowser);

  it('says when an organization is unknown, and has no errors of its own', async () => {
    await withPage(`${base}/login`, async ({ page, requests, complaints }) => {
      await page.getByLabel('Organization or work email').fill('absent');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').getByText('No single sign-on was found').waitFor();
      expect(requestsElsewhere(requests, base)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  it('leads on to a provider of OpenID Connect, whose address of the start was opened', async () => {
    await using issuer = await anIssuer();
    const id = await anIssuerOf(await anOrganization(server), issuer);
    await withPage('about:blank', async ({ page }) => {
      await page.goto(`${base}/oidc/${id}/start`);
      await page.waitForURL((url) => url.origin === issuer.url && url.pathname === '/authorize');
      expect(new URL(page.url()).searchParams.get('redirect_uri')).toBe(`${base}/oidc/${id}/callback`);
    });
  });

  it.runIf(hasSimpleSamlPhp)(
    `a person signs in by SimpleSAMLphp, with signed requests and encrypted assertions, and GraphiQL takes the session${hasSimpleSamlPhp ? '' : ` (skipped: ${simpleSamlPhpNeeds})`}`,
    async () => {
      const { provider, serviceCertificate, update } = await aCorporation(`ssp${process.pid}`);
      const email = `ada@ssp${process.pid}.test`;
      const service = { ...provider.service, certificate: serviceCertificate };
      await withSimpleSamlPhp({ pair: aKeyPair(), email, service }, async ({ metadata }) => {
        expect(await update({ metadata, signRequests: true })).toMatchObject({ status: 'active' });
        await withPage(`${base}/login`, async ({ page }) => {
          await page.getByLabel('Organization or work email').fill(email);
          await page.getByRole('button', { name: 'Continue' }).click();
          await page.getByRole('button', { name: 'Continue with SimpleSAMLphp' }).click();
          await page.locator('input[name=username]').fill('ada');
          await page.locator('input[name=password]').fill('secret');
          await page.locator('input[name=password]').press('Enter');
          await page.waitForURL(`${base}/app`);
          await page.getByText('Ada Example').waitFor();
          const kind = await page.evaluate(() => sessionStorage.getItem('octavo:token')?.slice(0, 4));
          expect(kind).toBe('ocs_');
        });
      });
    },
  );

  const folder = process.env['SCREENSHOTS'];
  it.runIf(folder !== undefined)('is drawn for people to look at', async () => {
    mkdirSync(folder ?? '', { recursive: true });
    const { provider, update } = await aCorporation(`shot${process.pid}`);
    await update({ entityID: 'urn:idp', ssoURL: 'https://idp.test/', certificate: aKeyPair().cert });
    expect(provider.id).toBeTruthy();
    for (const width of [1_440, 390])
      for (const colorScheme of ['light', 'dark'] as const)
        await withPage(
          `${base}/login`,
          async ({ page }) => {
            await page.screenshot({ path: `${folder}/login-${width}-${colorScheme}.png` });
            await page.getByLabel('Organization or work email').fill(`shot${process.pid}`);
            await page.getByRole('button', { name: 'Continue' }).click();
            await page.getByRole('button', { name: 'Continue with' }).waitFor();
            await page.screenshot({ path: `${folder}/choice-${width}-${colorScheme}.png` });
          },
          { colorScheme, viewport: { width, height: 844 } },
        );
  });
});
