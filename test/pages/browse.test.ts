import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { listViolations } from '../accessibility.ts';
import { closeBrowser, hasChromium, openPage, withPage, type SharedPage } from '../browser.ts';
import { aChangeRequest, aCollection, anIntegration, anOpenApiSpec, anOrganization, aSpace } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Caller } from '../harness.ts';
import { aSite, aSiteSpace, write } from '../visitors-world.ts';

let app: FastifyInstance;
let base: string;
let owner: Caller;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const server = await startServer();
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const services = { ...server.platform.services, urls: { ...server.platform.services.urls, base, app: base } };
  app = await createServer({ ...server.platform, services });
  await app.listen({ host: '127.0.0.1', port });
  const organization = await anOrganization(server, { title: 'Acme' });
  ({ owner } = organization);
  ids['ORG'] = organization.id;
  ids['COLLECTION'] = (await aCollection(server, organization.id, { title: 'Shelf' })).id;
  ids['SPACE'] = (await aSpace(server, organization.id, { title: 'Handbook', parentId: ids['COLLECTION'] })).id;
  const document = { markdown: 'Read **this**.' };
  const pages = await write(owner, ids['SPACE'], [
    { operation: 'insert_page', ref: 'p', title: 'First steps', document },
  ]);
  ids['PAGE'] = pages.get('p') ?? '';
  ids['REVISION'] = (await owner.rest(`GET /v1/spaces/${ids['SPACE']}`)).body.revision;
  ids['REQUEST'] = (await aChangeRequest(server, ids['SPACE'])).id;
  const site = await aSite(server, organization.id, { title: 'Docs of Acme', visibility: 'public' });
  ids['SITE'] = site.id;
  await aSiteSpace(
    server,
    { siteId: site.id, organizationId: organization.id },
    { spaceId: ids['SPACE'], path: 'handbook', isDefault: true },
  );
  await anOpenApiSpec(server, organization.id, { slug: 'pets', createdById: owner.userId });
  ids['INTEGRATION'] = (await anIntegration(server, organization.id)).name;
});
afterAll(async () => {
  await app.close();
  await closeBrowser();
});

const pathOf = (path: string) => path.replaceAll(/[A-Z]{3,}/g, (name) => ids[name] ?? name);

describe.runIf(hasChromium)('a page of the server, for a signed-in person', () => {
  let shared: SharedPage;
  beforeAll(async () => {
    shared = await openPage();
    await shared.page.goto(`${base}/login`);
    await shared.page.evaluate((token) => sessionStorage.setItem('octavo:token', token), owner.secret);
  });

  it.each([
    ['/', ['Acme', 'Handbook']],
    ['/orgs/ORG', ['Handbook', 'Docs of Acme']],
    ['/orgs/ORG/sites/SITE', ['Docs of Acme', 'Handbook']],
    ['/orgs/ORG/openapi/pets', ['Acme']],
    ['/collections/COLLECTION', ['Handbook', 'Acme']],
    ['/spaces/SPACE', ['First steps', 'Docs of Acme', 'Preview in Docs of Acme', 'Acme']],
    ['/spaces/SPACE/pages/PAGE', ['Preview in Docs of Acme', 'Handbook']],
    ['/spaces/SPACE/change-requests/REQUEST', ['Preview in Docs of Acme', 'Handbook']],
    ['/spaces/SPACE/revisions/REVISION', ['First steps', 'Handbook']],
    ['/integrations/INTEGRATION', []],
  ])('%s leads on', async (path, links) => {
    const { page, complaints, clear } = shared;
    await clear();
    await page.goto(`${base}${pathOf(path)}`);
    await page.locator('#found:not([aria-busy])').waitFor({ state: 'attached' });
    expect(await page.locator('#found .notice').allTextContents()).toEqual([]);
    const found = await page.locator('#found a').allTextContents();
    for (const words of links) expect(found).toContainEqual(expect.stringMatching(new RegExp(`(^| )${words}$`)));
    expect(await page.locator('h1').textContent()).not.toContain('This is the address');
    expect(await listViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('shows the text of a page, and leads from a change request to its preview on the site', async () => {
    const { page } = shared;
    await page.goto(`${base}${pathOf('/spaces/SPACE/pages/PAGE')}`);
    await page.locator('#found .text strong', { hasText: 'this' }).waitFor();
    await page.goto(`${base}${pathOf('/spaces/SPACE/change-requests/REQUEST')}`);
    const href = await page.getByRole('link', { name: 'Preview in Docs of Acme' }).getAttribute('href');
    expect(new URL(href ?? '').pathname).toMatch(/\/~\/changes\/1\/$/);
    expect(new URL(href ?? '').searchParams.has('jwt_token')).toBe(true);
  });

  it('says how to sign in without a token, and why nothing is shown for an object that is not there', async () => {
    await withPage(`${base}${pathOf('/spaces/SPACE')}`, async ({ page }) => {
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      await page.evaluate((token) => sessionStorage.setItem('octavo:token', token), owner.secret);
      await page.goto(`${base}/spaces/spc_nowhere`);
      await page.locator('#found .notice').waitFor();
      expect(await page.getByText('Read it').count()).toBe(1);
    });
  });
});
