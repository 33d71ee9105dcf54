import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deskFacts } from '../../src/app/pages/desk-files.ts';
import { listViolations } from '../accessibility.ts';
import { closeBrowser, hasChromium, withPage, type SharedPage } from '../browser.ts';
import {
  aChangeRequest,
  aCollection,
  aMember,
  anIntegration,
  anOpenApiSpec,
  anOrganization,
  aSpace,
} from '../factories.ts';
import type { Caller, Harness } from '../harness.ts';
import { walkByKeys } from '../keyboard.ts';
import { aSite, aSiteSpace, write } from '../visitors-world.ts';
import { openAs, startDesk, type DeskServer } from './desk-server.ts';

let desk: DeskServer;
let server: Harness;
let base: string;
let owner: Caller;
const ids: Record<string, string> = {};

beforeAll(async () => {
  desk = await startDesk();
  ({ server, base } = desk);
  const organization = await anOrganization(server, { title: 'Acme' });
  ({ owner } = organization);
  ids['ORG'] = organization.id;
  ids['COLLECTION'] = (await aCollection(server, organization.id, { title: 'Shelf' })).id;
  ids['SPACE'] = (await aSpace(server, organization.id, { title: 'Handbook', parentId: ids['COLLECTION'] })).id;
  const document = { markdown: 'Read **this**.\n\n## Next\n\n- one\n- two\n\n```js\nconst a = 1;\n```' };
  const pages = await write(owner, ids['SPACE'], [
    { operation: 'insert_page', ref: 'p', title: 'First steps', document },
  ]);
  ids['PAGE'] = pages.get('p') ?? '';
  ids['REVISION'] = (await owner.rest(`GET /v1/spaces/${ids['SPACE']}`)).body.revision;
  const request = await aChangeRequest(server, ids['SPACE'], {
    subject: 'Better words',
    status: 'open',
    createdById: owner.userId,
  });
  ids['REQUEST'] = request.id;
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
  await desk.app.close();
  await closeBrowser();
});

const pathOf = (path: string) => path.replaceAll(/[A-Z]{3,}/g, (name) => ids[name] ?? name);

/** Each view with its heading and links that it has. */
const views = [
  ['/app', 'For you', ['Better words #1', 'Handbook']],
  ['/app/search?q=this', 'Found for “this”', ['First steps']],
  ['/orgs/ORG', 'Acme Organization', ['Better words #1', 'Handbook', 'Docs of Acme', 'pets']],
  ['/orgs/ORG/sites/SITE', 'Docs of Acme Site', ['Acme']],
  ['/orgs/ORG/openapi/pets', 'pets OpenAPI specification', ['Acme']],
  ['/collections/COLLECTION', 'Shelf Collection', ['Handbook', 'Acme']],
  ['/spaces/SPACE', 'Handbook Space', ['First steps', 'Better words #1', 'Docs of Acme', 'Acme', 'Shelf']],
  ['/spaces/SPACE/pages/PAGE', 'First steps', ['Handbook']],
  ['/spaces/SPACE/change-requests/REQUEST', 'Better words #1', ['Handbook']],
  ['/spaces/SPACE/change-requests/REQUEST/pages/PAGE', 'First steps', ['#1 Better words']],
  ['/spaces/SPACE/revisions/REVISION', 'Revision of', ['Handbook']],
] as const;

describe.runIf(hasChromium)('the desk, for a signed-in person', () => {
  describe('shows what belongs together', () => {
    let shared: SharedPage;
    beforeAll(async () => {
      shared = await openAs(desk, owner);
    });
    afterAll(() => shared.close());

    it.each(views)('%s leads on', async (path, title, links) => {
      const { page, complaints, clear } = shared;
      await clear();
      await page.goto(`${base}${pathOf(path)}`);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      for (const words of links)
        await page
          .locator('main')
          .getByRole('link', { name: words, exact: true })
          .or(page.locator('main').getByRole('link', { name: `📄 ${words}` }))
          .first()
          .waitFor();
      expect(complaints).toEqual([]);
    });
  });

  it.each(['/app', '/spaces/SPACE'])('%s asks for all that it needs before its script is there', async (path) => {
    const shared = await openAs(desk, owner);
    const { page } = shared;
    const { script, style, views: files, words } = await deskFacts();
    const asked: string[] = [];
    page.on('request', (request) => {
      const name = /^query (\w+)/.exec((request.postDataJSON() as { query?: string } | null)?.query ?? '')?.[1];
      asked.push(name ?? new URL(request.url()).pathname.split('/').at(-1) ?? '');
    });
    // What happens meanwhile would be asked for anew.
    await page.route('**/graphql', async (route) => {
      const isStream = route.request().postData()?.includes('subscription ') ?? false;
      if (!isStream) await route.continue();
    });
    const held = new EventEmitter();
    const enough = once(held, 'enough');
    await page.route(`**/${script}`, async (route) => {
      await enough;
      await route.continue();
    });
    await page.goto(base + pathOf(path), { waitUntil: 'commit' });
    const [view, query] = path === '/app' ? ['home', 'Home'] : ['space', 'SpaceView'];
    const needed = [script, style, files[view], words['en'], 'Frame', query];
    await expect.poll(() => needed.filter((one) => !asked.includes(one ?? ''))).toEqual([]);
    held.emit('enough');
    await page.locator('main h1').waitFor();
    // The streams are opened by what follows the first drawing, and so would be what is asked for again.
    await expect.poll(() => asked).toContain('graphql');
    expect(asked.filter((name) => name === query || name === 'Frame')).toHaveLength(2);
    await shared.close();
  });

  it('is reached by keys alone', async () => {
    const shared = await openAs(desk, owner);
    const { page } = shared;
    await page.goto(`${base}${pathOf('/spaces/SPACE')}`);
    await page.getByRole('link', { name: 'Better words #1' }).waitFor();
    const { forward, back } = await walkByKeys(page);
    expect(forward.filter(({ wrong }) => wrong !== null)).toEqual([]);
    expect(forward.map(({ words }) => words)).toEqual(
      expect.arrayContaining(['Skip to the content', 'For you', 'New change request', 'First steps']),
    );
    expect(back.map(({ at }) => at)).toEqual(forward.map(({ at }) => at));
    await page.keyboard.press('/');
    await page.keyboard.type('this');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'First steps' }).waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await shared.close();
  });

  it('shows what others do, tells who is notified, and what they have read', async () => {
    const other = await aMember(server, ids['ORG'] ?? '', 'admin');
    const shared = await openAs(desk, owner);
    const { page } = shared;
    const streams = Promise.all(
      ['News', 'Notified'].map((name) =>
        page.waitForResponse((response) => response.request().postData()?.includes(`subscription ${name}`) ?? false),
      ),
    );
    await page.goto(`${base}/app`);
    await streams;
    await page.getByText('You have not been notified of anything yet.').waitFor();
    await other.rest(`POST /v1/spaces/${ids['SPACE']}/change-requests/${ids['REQUEST']}/comments`, {
      body: { markdown: 'Well said.' },
    });
    await page.getByRole('link', { name: 'Notifications, 1 unread' }).waitFor();
    // What is said to somebody stands under "Mentions and replies" as well, until they have read it.
    const inbox = page.locator('#notifications');
    const link = inbox.getByRole('link', { name: 'Example user commented' });
    await inbox.getByRole('img', { name: 'Unread' }).waitFor();
    await page.locator('#addressed').getByRole('link', { name: 'Example user commented' }).waitFor();
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Better words #1' }).waitFor();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
    await page.goBack();
    await link.waitFor();
    await expect.poll(() => page.getByRole('img', { name: 'Unread' }).count()).toBe(0);
    await shared.close();
  });

  it('a new tab takes the sign-in of an open one, and a sign-out is one of all tabs', async () => {
    const shared = await openAs(desk, owner);
    await shared.page.goto(`${base}/app`);
    await shared.page.getByRole('heading', { name: 'For you', exact: true }).waitFor();
    const second = await shared.page.context().newPage();
    await second.goto(`${base}${pathOf('/spaces/SPACE')}`);
    await second.getByRole('heading', { name: 'Handbook' }).waitFor();
    await second.getByText('Example user').first().click();
    await second.getByRole('button', { name: 'Sign out' }).click();
    for (const page of [second, shared.page]) {
      await page.getByRole('heading', { name: 'Read, review and write' }).waitFor();
      expect(await page.evaluate(() => sessionStorage.getItem('octavo:token'))).toBe(null);
    }
    await shared.close();
  });

  it('leads to the sign-in and back, takes a token that the server knows, and forgets one that it refuses', async () => {
    const address = pathOf('/spaces/SPACE');
    await withPage(`${base}${address}`, async ({ page }) => {
      const link = page.getByRole('link', { name: 'Sign in' });
      expect(await link.getAttribute('href')).toBe(`/login?page=${encodeURIComponent(address)}`);
      expect(await listViolations(page)).toEqual([]);
      await page.getByText('Use an API token').click();
      await page.getByLabel('Token').fill('oct_wrong');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('The server refused this token.').waitFor();
      await page.getByLabel('Token').fill(owner.secret);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Handbook' }).waitFor();
      await page.evaluate(() => sessionStorage.setItem('octavo:token', 'oct_revoked'));
      await page.reload();
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
    });
  });

  it('says so where nothing is', async () => {
    const shared = await openAs(desk, owner);
    await shared.page.goto(`${base}/spaces/spc_nowhere`);
    await shared.page.getByRole('alert').waitFor();
    expect(await shared.page.getByRole('alert').textContent()).toMatch(/spc_nowhere|not found/i);
    await shared.close();
  });
});
