import type { Page, Route } from 'playwright-core';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlsOf } from '../../src/app/http/address.ts';
import { createServer } from '../../src/app/http/server.ts';
import { closeBrowser, hasChromium, withPage } from '../browser.ts';
import { aProviderOf, proveDomain } from '../corporations.ts';
import { freePort } from '../free-port.ts';
import { anIssuer, anIssuerOf, type Issuer } from '../oidc-issuer.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { aKeyPair, aResponse, begunAt, type KeyPair } from '../saml-idp.ts';

let world: SitesWorld;
let app: FastifyInstance;
let origin: string;
let issuer: Issuer;
let pair: KeyPair;
const domain = `browsing-${process.pid}.test`;
const providers = { oidc: '', saml: '' };

beforeAll(async () => {
  world = await aSitesWorld('fragments');
  // The same server at an address that a browser opens, with sites at another one, whose pages may run scripts.
  const port = await freePort();
  origin = `http://fragments.sites.localhost:${port}`;
  const { services } = world.server.platform;
  const urls = urlsOf({ ...world.server.platform.config, SITES_DOMAIN: 'sites.localhost', HOST: '127.0.0.1' }, port);
  app = await createServer({ ...world.server.platform, services: { ...services, urls } });
  await app.listen({ host: '127.0.0.1', port });
  issuer = await anIssuer();
  pair = aKeyPair();
  const organization = { id: world.organizationId, owner: world.owner };
  await world.owner.rest(`PATCH /v1/orgs/${world.organizationId}`, { emailDomains: [domain] });
  await proveDomain(world.server, organization, domain);
  providers.oidc = await anIssuerOf(organization, issuer);
  providers.saml = (await aProviderOf(organization, { domain, pair })).providerId;
});
afterAll(async () => {
  await closeBrowser();
  await app.close();
  await issuer[Symbol.asyncDispose]();
});

async function aGuardedSite(providerId: string) {
  const site = await aPlainSite(world, { visibility: 'visitor-auth' });
  const auth = `/v1/orgs/${world.organizationId}/sites/${site.id}/publishing/auth`;
  expect((await world.owner.rest(`PATCH ${auth}`, { providerId })).status).toBe(200);
  return `${origin}/${site.basename}`;
}

const show = (route: Route, body: string) => route.fulfill({ contentType: 'text/html', body });

/** Shows the page of the provider of SAML, on which the visitor decides, as that of OpenID Connect does. */
const showSaml = (page: Page) =>
  page.route('https://idp.example.org/sso*', async (route) => {
    const begun = begunAt({ headers: { location: route.request().url() } }, providers.saml);
    const form = async (email: string, words: string) => {
      const url = new URL(/AssertionConsumerServiceURL="([^"]+)"/.exec(begun.requestXml)?.[1] ?? '');
      const xml = await aResponse(begun, { pair, email }, url.origin);
      return `<form method="post" action="${url.href}"><input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString('base64')}"><button>${words}</button></form>`;
    };
    await show(route, (await form(`ada@${domain}`, 'Agree')) + (await form('ada@elsewhere.test', 'Refuse')));
  });

describe.runIf(hasChromium)('a visitor in a browser', () => {
  it.each(['oidc', 'saml'] as const)(
    'who signs in by %s reads what was asked for, with its query and its fragment, also after a refusal',
    async (kind) => {
      const url = await aGuardedSite(providers[kind]);
      issuer.answers = { claims: { sub: 'ada', email: `ada@${domain}`, email_verified: true } };
      const role = kind === 'oidc' ? 'link' : 'button';
      await withPage('about:blank', async ({ page }) => {
        await showSaml(page);
        const asked = `${url}/guide?from=a%20mail#first`;
        await page.goto(asked);
        await page.getByRole(role, { name: 'Refuse' }).click();
        await page.getByRole('heading', { name: 'Sign-in failed' }).waitFor();
        expect(new URL(page.url()).origin).toBe(origin);
        await page.getByRole('link', { name: 'Sign in again' }).click();
        await page.getByRole(role, { name: 'Agree' }).click();
        await page.getByText('A guide.').waitFor();
        expect(page.url()).toBe(asked);
        await page.getByRole('link', { name: 'Deep' }).first().click();
        await page.getByText('Deep text').waitFor();
      });
    },
  );
});
