import { beforeAll, describe, expect, it } from 'vitest';
import { purgeOldInsights, storeCounts } from '../../src/domain/publishing/statistics/statistics.ts';
import { aMember } from '../factories.ts';
import type { Reply } from '../harness.ts';
import { addressOf, enter, readPublished } from '../proposals.ts';
import { aPlainSite, askForFeedback, aSitesWorld, type SitesWorld } from '../published-sites.ts';
import { clock } from '../setup/clock.ts';
import { write } from '../visitors-world.ts';

type Site = Awaited<ReturnType<typeof aPlainSite>>;

let world: SitesWorld;
beforeAll(async () => {
  world = await aSitesWorld('opinions');
});

/** A public site that asks its readers. */
async function anAskingSite(): Promise<Site> {
  const site = await aPlainSite(world, { visibility: 'public' });
  await askForFeedback(world, site.id);
  return site;
}

/** Posts the form of a page, as a browser does. */
function post(site: Site, fields: Record<string, string> | string, headers: Record<string, string> = {}) {
  const { host, pathname } = new URL(`${site.url}/~/feedback`);
  const body = typeof fields === 'string' ? fields : new URLSearchParams(fields).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  return world.server.call(`POST ${pathname}`, body, { headers: { host, ...form, ...headers } });
}

const feedbackQuery = `query ($id: ID!, $rating: PageRating, $pageId: ID) { site(id: $id) {
  feedback(rating: $rating, pageId: $pageId) {
    count edges { node { id rating comment pageId pageTitle spaceId revisionId site { id } } } } } }`;

/** The items of a connection. */
const nodesOf = ({ edges }: any) => edges.map(({ node }: any) => node);

const list = async (site: Site, filter: object = {}) => {
  const { body } = await world.owner.graphql(feedbackQuery, { id: site.id, ...filter });
  if (body.errors) expect.fail(JSON.stringify(body.errors));
  const { count } = body.data.site.feedback;
  return { count, nodes: nodesOf(body.data.site.feedback) };
};

describe('feedback', () => {
  it('is asked for by no page of a site that has not turned it on, and taken by none', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    expect((await readPublished(world, `${site.url}/guide`)).body).not.toContain('feedback');
    expect((await post(site, { page: site.idOf('guide'), rating: 'good' })).status).toBe(404);
    expect((await readPublished(world, `${site.url}/~/feedback?page=${site.idOf('guide')}`)).status).toBe(404);
    expect(await list(site)).toEqual({ count: 0, nodes: [] });
  });

  it('is given by a form without a script or cookie, and read by editors, of whom one deletes it', async () => {
    const site = await anAskingSite();
    const { body } = await readPublished(world, `${site.url}/guide`);
    const [form = ''] = /<form class="feedback".*?<\/form>/s.exec(body) ?? [];
    expect(form).toContain(`action="/${site.basename}/~/feedback"`);
    expect([...form.matchAll(/name="rating" value="(\w+)"/g)].map(([, value]) => value)).toEqual(['good', 'ok', 'bad']);
    const given = await post(site, { page: site.idOf('guide'), rating: 'bad', comment: '  Where is\0 <b>it</b>? ' });
    expect([given.status, given.headers['set-cookie']]).toEqual([303, undefined]);
    const thanks = await readPublished(world, String(given.headers['location']));
    expect([thanks.status, thanks.headers['set-cookie']]).toEqual([200, undefined]);
    expect(thanks.body).toContain('Thank you for your answer.');
    expect(thanks.body).toContain(`<a href="/${site.basename}/guide">Back to “Guide”</a>`);
    await post(site, { page: site.idOf('home'), rating: 'good', comment: ' ' });
    const { revision } = (await world.owner.rest(`GET /v1/spaces/${site.spaceId}`)).body;
    const about = { spaceId: site.spaceId, revisionId: revision, site: { id: site.id }, id: expect.any(String) };
    const first = {
      ...about,
      rating: 'BAD',
      comment: 'Where is <b>it</b>?',
      pageId: site.idOf('guide'),
      pageTitle: 'Guide',
    };
    const second = { ...about, rating: 'GOOD', comment: null, pageId: site.idOf('home'), pageTitle: 'Home' };
    expect(await list(site)).toEqual({ count: 2, nodes: [second, first] });
    expect(await list(site, { rating: 'BAD' })).toEqual({ count: 1, nodes: [first] });
    const { nodes } = await list(site, { pageId: site.idOf('home') });
    expect(nodes).toEqual([second]);
    const remove =
      'mutation ($siteId: ID!, $id: ID!) { deletePageFeedback(siteId: $siteId, feedbackId: $id) { deletedId } }';
    const of = { siteId: site.id, id: nodes[0].id };
    const reader = await aMember(world.server, world.organizationId, 'read');
    expect((await reader.graphql(remove, of)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await reader.graphql(feedbackQuery, { id: site.id })).body.errors[0].extensions.code).toBe('FORBIDDEN');
    expect((await world.owner.graphql(remove, of)).body.data.deletePageFeedback).toEqual({ deletedId: of.id });
    expect((await world.owner.graphql(remove, of)).body.errors[0].extensions.code).toBe('NOT_FOUND');
    expect(await list(site)).toEqual({ count: 1, nodes: [first] });
  });

  it('is taken from pages of the site alone, as a form with an answer about a page that the visitor sees', async () => {
    const site = await anAskingSite();
    const right = { page: site.idOf('guide'), rating: 'ok' };
    const status = async (answer: Promise<Reply>) => (await answer).status;
    expect(await status(post(site, right, { 'sec-fetch-site': 'cross-site' }))).toBe(403);
    expect(await status(post(site, right, { 'sec-fetch-site': 'same-site' }))).toBe(403);
    expect(await status(post(site, { ...right, page: site.idOf('beta') }))).toBe(404);
    expect(await status(readPublished(world, `${site.url}/~/feedback?page=${site.idOf('beta')}`))).toBe(404);
    expect(await status(post(site, { ...right, page: "'" }))).toBe(404);
    expect(await status(post(site, { ...right, rating: 'awful' }))).toBe(400);
    expect(await status(post(site, { page: right.page }))).toBe(400);
    expect(await status(post(site, '{}', { 'content-type': 'application/json' }))).toBe(400);
    expect(await status(post(site, { ...right, comment: 'x'.repeat(40_000) }))).toBe(413);
    const { host } = new URL(site.url);
    const old = { host, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(right).toString();
    const from = (origin?: string) =>
      world.server.call(`POST /${site.basename}/~/feedback`, body, {
        headers: { ...old, ...(origin === undefined ? {} : { origin }) },
      });
    expect(await status(from('https://elsewhere.example.org'))).toBe(403);
    expect(await list(site)).toEqual({ count: 0, nodes: [] });
    // A browser that sends no Sec-Fetch-Site, as all do without TLS.
    expect(await status(from(`https://${host}`))).toBe(303);
    // A program that is no browser.
    expect(await status(from())).toBe(303);
    expect((await list(site)).count).toBe(2);
  });

  it('is not asked for in previews', async () => {
    const site = await anAskingSite();
    const { cookie } = await enter(world, await addressOf(world, site.id));
    expect((await readPublished(world, `${site.url}/guide`, { cookie })).body).not.toContain('class="feedback"');
    expect((await post(site, { page: site.idOf('guide'), rating: 'good' }, { cookie })).status).toBe(404);
  });
});

const statisticsQuery = `query ($id: ID!, $startsAt: DateTime, $endsAt: DateTime) { site(id: $id) {
  pageViews(startsAt: $startsAt, endsAt: $endsAt) { edges { node { dayAt spaceId pageId viewCount } } }
  missedSearches(startsAt: $startsAt, endsAt: $endsAt) { edges { node { dayAt query searchCount } } } } }`;

describe('statistics', () => {
  const store = () => storeCounts({ sql: world.server.platform.db.sql }, world.server.app.siteCounts);
  const read = async (site: Site, days: object = {}) => {
    const { body } = await world.owner.graphql(statisticsQuery, { id: site.id, ...days });
    if (body.errors) expect.fail(JSON.stringify(body.errors));
    const { pageViews, missedSearches } = body.data.site;
    return { pageViews: nodesOf(pageViews), missedSearches: nodesOf(missedSearches) };
  };
  const today = () => `${clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`;

  it('count the pages that readers see, by day, and the searches that find nothing', async () => {
    const site = await aPlainSite(world, { visibility: 'public' });
    const ask = (path: string, headers: Record<string, string> = {}) =>
      readPublished(world, `${site.url}${path}`, headers);
    const { headers } = await ask('/guide');
    const again = await ask('/guide', { 'if-none-match': String(headers['etag']) });
    expect(again.status).toBe(304);
    await ask('/');
    const { host, pathname } = new URL(`${site.url}/guide`);
    await world.server.call(`HEAD ${pathname}`, undefined, { headers: { host } });
    await ask('/guide', { 'sec-purpose': 'prefetch' });
    await ask('/nothing');
    await ask('/guide.md');
    const { cookie } = await enter(world, await addressOf(world, site.id));
    await ask('/guide', { cookie });
    await ask('/~/search?q=zebrafish', { cookie });
    await ask('/~/search?q=zebra', { accept: 'application/json' });
    await ask('/~/search?q=guide');
    await ask('/~/search?q=Zebra%20%20Stripes%00');
    await ask('/~/search?q=zebra+stripes');
    await store();
    await ask('/guide');
    await store();
    await store();
    const dayAt = today();
    const one = { dayAt, spaceId: site.spaceId };
    const { pageViews, missedSearches } = await read(site);
    expect(pageViews.toSorted((a: any, b: any) => b.viewCount - a.viewCount)).toEqual([
      { ...one, pageId: site.idOf('guide'), viewCount: 3 },
      { ...one, pageId: site.idOf('home'), viewCount: 1 },
    ]);
    expect(missedSearches).toEqual([{ dayAt, query: 'zebra stripes', searchCount: 2 }]);
    const nothing = { pageViews: [], missedSearches: [] };
    expect(await read(site, { endsAt: dayAt })).toEqual(nothing);
    expect((await read(site, { startsAt: dayAt })).missedSearches).toHaveLength(1);
    const { body } = await world.owner.graphql(statisticsQuery, { id: site.id, startsAt: '-271821-04-20T00:00:00Z' });
    expect(body.errors[0].message).toContain('It must be a date and time such as 2026-01-02T03:04:05Z');
    const reader = await aMember(world.server, world.organizationId, 'read');
    const refused = await reader.graphql(statisticsQuery, { id: site.id });
    expect(refused.body.errors.map(({ extensions }: any) => extensions.code)).toEqual(['FORBIDDEN']);
  });

  it('keep what could not be stored, forget what was deleted, and end after their time like feedback', async () => {
    const site = await anAskingSite();
    const { platform, app } = world.server;
    await readPublished(world, `${site.url}/guide`);
    await post(site, { page: site.idOf('guide'), rating: 'good' });
    const broken = { rows: () => Promise.reject(new Error('no database')) } as never;
    await expect(storeCounts({ sql: broken }, app.siteCounts)).rejects.toThrow('no database');
    app.siteCounts.addPageView({ siteId: 'site_deleted', spaceId: site.spaceId, pageId: site.idOf('guide') });
    app.siteCounts.addMissedSearch({ siteId: 'site_deleted', query: 'gone' });
    await store();
    expect((await read(site)).pageViews).toMatchObject([{ viewCount: 1 }]);
    const purge = (days: number) => {
      const now = () => new Date(clock.now().getTime() + days * 86_400_000);
      return purgeOldInsights({ sql: platform.db.sql, config: platform.config, now });
    };
    await purge(399);
    expect([(await read(site)).pageViews.length, (await list(site)).count]).toEqual([1, 1]);
    expect(await purge(402)).toBeGreaterThan(1);
    expect([(await read(site)).pageViews.length, (await list(site)).count]).toEqual([0, 0]);
  });

  it('end with the site', async () => {
    const site = await anAskingSite();
    await readPublished(world, `${site.url}/guide`);
    await readPublished(world, `${site.url}/~/search?q=zebra`);
    await post(site, { page: site.idOf('guide'), rating: 'good' });
    await store();
    await write(world.owner, site.spaceId, [{ operation: 'delete_page', page: site.idOf('guide') }]);
    expect((await list(site)).nodes).toMatchObject([{ pageTitle: 'Guide' }]);
    const { status } = await world.owner.rest(`DELETE /v1/orgs/${world.organizationId}/sites/${site.id}`);
    expect(status).toBeLessThan(300);
    const { prisma } = world.server.platform.db;
    const of = { where: { siteId: site.id } };
    expect([
      await prisma.pageFeedback.count(of),
      await prisma.sitePageViews.count(of),
      await prisma.siteMissedSearch.count(of),
    ]).toEqual([0, 0, 0]);
  });
});

describe('feedback of one address', () => {
  it('is taken ten times a minute of an address', async () => {
    const site = await anAskingSite();
    await clock.ahead(360_000, async () => {
      const send = () => post(site, { page: site.idOf('guide'), rating: 'good', comment: 'Again' });
      const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await send()).status));
      expect(new Set(statuses)).toEqual(new Set([303]));
      const refused = await send();
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(refused.body).toContain('Too many answers.');
    });
    // Begins another minute, in which others may send theirs.
    await clock.ahead(480_000, async () =>
      expect((await post(site, { page: site.idOf('home'), rating: 'good' })).status).toBe(303),
    );
    expect((await list(site)).count).toBe(11);
  });
});
