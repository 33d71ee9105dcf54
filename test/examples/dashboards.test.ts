import type { FastifyInstance } from 'fastify';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import { listViolations } from '../accessibility.ts';
import { closeBrowser, withPage, type BrowserPage } from '../browser.ts';
import { aChangeRequest, aMember, anOrganization, aSpace } from '../factories.ts';
import { freePort } from '../free-port.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aMergingWorld, changed, edit } from '../rest/authoring/merging-world.ts';
import { until } from '../until.ts';
import { because, folder, startDashboard } from './served.ts';

const dashboards = ['relay', 'urql'] as const;
type Dashboard = (typeof dashboards)[number];

/** Keeps from a page what streams would tell it, so that it shows what has become old. */
const withoutStreams = (page: Page) =>
  page.route('**/graphql', (route) =>
    /subscription /.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
  );

describe.skipIf(folder === null)(`the dashboard in a browser${because}`, () => {
  let server: Harness;
  let app: FastifyInstance;
  let hosts: Record<Dashboard, Awaited<ReturnType<typeof startDashboard>>>;
  let api: string;

  beforeAll(async () => {
    server = await startServer();
    hosts = { relay: await startDashboard('relay'), urql: await startDashboard('urql') };
    const origins = Object.values(hosts).map(({ origin }) => origin);
    const port = await freePort();
    api = `http://127.0.0.1:${port}`;
    app = await createServer({ ...server.platform, config: { ...server.platform.config, CORS_ORIGINS: origins } });
    await app.listen({ host: '127.0.0.1', port });
  });
  afterAll(async () => {
    await closeBrowser();
    await app.close();
    for (const { close } of Object.values(hosts)) close();
  });

  /** An organization with 11 spaces, and 11 change requests in the newest, one of them with an edit. */
  async function aWorld() {
    const { id, owner } = await anOrganization(server, { title: 'Acme' });
    for (let number = 1; number <= 10; number += 1) await aSpace(server, id, { title: `Space ${number}` });
    const world = await aMergingWorld(server, id, owner);
    await world.inRequest(edit(world.pages.a, changed('two', 'REQUEST')));
    const { body } = await owner.rest(`PATCH ${world.at}`, { subject: 'Second line', status: 'open' });
    for (let number = 1; number <= 10; number += 1)
      await aChangeRequest(server, world.spaceId, {
        subject: `Change ${number}`,
        status: 'open',
        createdById: owner.userId,
      });
    // A link of the server, as `APP_URL` sends it to a dashboard.
    const place = new URL(body.urls.app).pathname;
    return { ...world, organizationId: id, owner, place };
  }

  async function signIn(page: Page, token: string, url = api) {
    const byToken = page.locator('details');
    await byToken.getByText('Use a token', { exact: true }).click();
    await byToken.getByLabel('Server').fill(url);
    await byToken.getByLabel('Token').fill(token);
    await byToken.getByRole('button', { name: 'Use the token' }).click();
  }

  const opened = <T>(
    name: Dashboard,
    caller: Caller,
    use: (page: BrowserPage) => Promise<T>,
    place = '/',
    prepare: (page: Page) => Promise<unknown> = async () => undefined,
  ) =>
    withPage(hosts[name].origin + place, async (browser) => {
      await prepare(browser.page);
      await signIn(browser.page, caller.secret);
      return use(browser);
    });

  it('relay leads from a list, page by page, to a change request, and merges it', async () => {
    const { owner, request, textOf, pages } = await aWorld();
    await opened('relay', owner, async ({ page, complaints }) => {
      await page.getByRole('heading', { name: 'Change requests 11' }).waitFor();
      expect(await page.locator('main li').count()).toBe(10);
      expect(await listViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByRole('link', { name: 'Second line' }).click();
      await page.getByRole('heading', { name: 'Second line OPEN' }).waitFor();
      expect(await listViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Merge' }).click();
      await page.getByRole('heading', { name: 'Second line MERGED' }).waitFor();
      expect(await page.getByRole('button', { name: 'Merge' }).count()).toBe(0);
      expect(complaints).toEqual([]);
    });
    expect((await request()).status).toBe('merged');
    expect(await textOf(pages.a)).toBe(changed('two', 'REQUEST'));
  });

  it('urql leads from the organizations to a change request, page by page', async () => {
    const { owner } = await aWorld();
    await opened('urql', owner, async ({ page, complaints }) => {
      await page.getByRole('link', { name: 'Acme' }).click();
      await page.getByRole('heading', { name: 'Spaces 11' }).waitFor();
      expect(await page.locator('main li').count()).toBe(10);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect.poll(() => page.locator('main li').count()).toBe(11);
      expect(await page.getByRole('button', { name: 'Load more' }).count()).toBe(0);
      await page.getByRole('link', { name: 'Handbook' }).click();
      await page.getByRole('heading', { name: 'Change requests 11' }).waitFor();
      await page.getByRole('button', { name: 'Load more' }).click();
      await page.getByRole('link', { name: 'Second line' }).click();
      await page.getByRole('heading', { name: 'Second line OPEN' }).waitFor();
      expect(await listViolations(page)).toEqual([]);
      expect(complaints).toEqual([]);
    });
  });

  it('urql comments, and merges', async () => {
    const { owner, place, request, textOf, pages } = await aWorld();
    await opened(
      'urql',
      owner,
      async ({ page, complaints }) => {
        for (const words of ['Well said.', 'One more.']) {
          await page.getByLabel('Comment').fill(words);
          await page.getByRole('button', { name: 'Comment' }).click();
          await page.locator('li').getByText(words, { exact: true }).waitFor();
          await expect.poll(() => page.getByLabel('Comment').inputValue()).toBe('');
        }
        await page.getByRole('button', { name: 'Merge' }).click();
        await page.getByRole('heading', { name: 'Second line MERGED' }).waitFor();
        expect(await page.getByRole('button', { name: 'Merge' }).count()).toBe(0);
        expect(complaints).toEqual([]);
      },
      place,
    );
    expect((await request()).status).toBe('merged');
    expect(await textOf(pages.a)).toBe(changed('two', 'REQUEST'));
  });

  /** Returns a function that waits for so many streams to have begun: one is counted before it knows after which event. */
  function countWatches() {
    const open = vi.spyOn(server.platform.services.watches.events, 'open');
    onTestFinished(() => open.mockRestore());
    return (streams: number) =>
      until(
        () => open.mock.calls.length,
        (opens) => opens >= streams,
      );
  }

  it('urql shows what others change, without a reload', async () => {
    const { owner, organizationId, place, at, spaceId } = await aWorld();
    const reader = await aMember(server, organizationId, 'comment');
    const watching = countWatches();
    await opened(
      'urql',
      reader,
      async ({ page, complaints }) => {
        await page.getByRole('heading', { name: 'Second line OPEN' }).waitFor();
        await page.getByRole('heading', { name: 'Comments' }).waitFor();
        await watching(2);
        expect(app.streams.count).toBe(2);
        await owner.rest(`PATCH ${at}`, { subject: 'Renamed' });
        await page.getByRole('heading', { name: 'Renamed OPEN' }).waitFor();
        await owner.rest(`POST ${at}/comments`, { body: { markdown: 'From elsewhere.' } });
        await page.locator('li').getByText('From elsewhere.', { exact: true }).waitFor();
        await owner.rest(`PATCH ${at}`, { status: 'archived' });
        await page.getByRole('heading', { name: 'Renamed ARCHIVED' }).waitFor();
        await page.goto(`${hosts.urql.origin}/orgs/${organizationId}`);
        await page.getByRole('link', { name: 'Handbook' }).waitFor();
        await watching(3);
        await expect.poll(() => app.streams.count).toBe(1);
        await owner.rest(`PATCH /v1/spaces/${spaceId}`, { title: 'Guide' });
        await page.getByRole('link', { name: 'Guide' }).waitFor();
        expect(complaints).toEqual([]);
      },
      place,
    );
    await expect.poll(() => app.streams.count).toBe(0);
  });

  it.each([
    ['relay', 1],
    ['urql', 2],
  ] as const)(
    '%s shows what others change by %d streams, which it opens again when they have ended',
    async (name, streams) => {
      const { owner, place, at } = await aWorld();
      const watching = countWatches();
      const openings = vi.spyOn(app.streams, 'open');
      await opened(
        name,
        owner,
        async ({ page }) => {
          const isRenamed = async (subject: string) => {
            await owner.rest(`PATCH ${at}`, { subject });
            await page.getByRole('heading', { name: `${subject} OPEN` }).waitFor();
          };
          await watching(streams);
          await isRenamed('Renamed');
          await page.clock.fastForward('01:00');
          await isRenamed('Renamed again');
          expect(openings).toHaveBeenCalledTimes(streams);
          for (const { value } of openings.mock.results) value.end();
          await expect
            .poll(async () => {
              await page.clock.fastForward('01:00');
              return [app.streams.count, openings.mock.calls.length];
            })
            .toEqual([streams, 2 * streams]);
          await watching(2 * streams);
          await isRenamed('Renamed at last');
        },
        place,
        (page) => page.clock.install(),
      );
      openings.mockRestore();
    },
  );

  it.each(dashboards)('%s offers nobody what they may not do', async (name) => {
    const { organizationId, place } = await aWorld();
    const reader = await aMember(server, organizationId, 'read');
    await opened(
      name,
      reader,
      async ({ page }) => {
        await page.getByRole('heading', { name: 'Second line OPEN' }).waitFor();
        expect(await page.getByRole('heading', { name: 'Comments' }).count()).toBe(0);
        expect(await page.getByRole('button').allTextContents()).toEqual(['Sign out']);
      },
      place,
    );
  });

  it.each(dashboards)('%s says why it shows nothing, and why a merge is refused', async (name) => {
    const { owner, place, merge } = await aWorld();
    await opened(
      name,
      owner,
      async ({ page }) => {
        await page.getByRole('button', { name: 'Merge' }).waitFor();
        await merge();
        await page.getByRole('button', { name: 'Merge' }).click();
        await page.getByRole('alert').filter({ hasText: 'merged' }).waitFor();
        await page.goto(`${hosts[name].origin}/spaces/spc_nowhere/change-requests/cr_nowhere`);
        await page.getByRole('alert').filter({ hasText: '"cr_nowhere"' }).waitFor();
        await page.getByRole('button', { name: 'Sign out' }).click();
        await signIn(page, 'wrong');
        await expect.poll(() => page.getByRole('alert').textContent()).toContain('token');
        await page.goto(`${hosts[name].origin}/orgs/org_1/members/usr_1`);
        await page.getByText('no view of this address').waitFor();
      },
      place,
      withoutStreams,
    );
  });
});
