import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller, Harness } from '../../harness.ts';
import { anOrganization, aSpace } from '../../factories.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { aShareLink, aSite, aSiteSpace, lookUp, readerOf, write } from '../../visitors-world.ts';

let world: SitesWorld;
let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  world = await aSitesWorld('published-spaces');
  ({ server, owner, organizationId } = world);
});

const sitePath = (siteId: string) => `/v1/orgs/${organizationId}/sites/${siteId}`;
const publishedOf = async (spaceId: string, caller: Pick<Caller, 'rest'> = owner) => {
  const { urls, visitorAuth } = (await caller.rest(`GET /v1/spaces/${spaceId}`)).body;
  return { published: urls.published, visitorAuth };
};

/** Whether a statement reads how sites publish spaces. */
const readsSites = (text: string) => text.includes('join sites');

describe('urls.published and visitorAuth of a space', () => {
  it('a space has the URL of its place in the published site, as long as the site is published', async () => {
    const site = await aSectionedSite(world);
    expect(await publishedOf(site.latest.spaceId)).toEqual({ published: `${site.url}/`, visitorAuth: undefined });
    expect((await publishedOf(site.older.spaceId)).published).toBe(`${site.url}/v1/`);
    expect((await publishedOf(site.reference.spaceId)).published).toBe(`${site.url}/api/`);
    await owner.rest(`POST ${sitePath(site.id)}/unpublish`);
    expect((await publishedOf(site.older.spaceId)).published).toBeUndefined();
  });

  it('a space outside of every site has neither, in REST and as null in GraphQL', async () => {
    const space = await aSpace(server, organizationId);
    expect(await publishedOf(space.id)).toEqual({});
    const { body } = await owner.graphql(`{ space(id: "${space.id}") { publishedUrl visitorAuth { backend } } }`);
    expect(body.data.space).toEqual({ publishedUrl: null, visitorAuth: null });
  });

  it('a site of visibility visitor-auth names the backend of its visitors, and another site does not', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    expect((await publishedOf(site.spaceId)).visitorAuth).toEqual({ backend: 'custom' });
    await server.platform.db.prisma.siteVisitorAuth.update({
      where: { siteId: site.id },
      data: { backend: 'integration', integration: 'sign-in' },
    });
    expect((await publishedOf(site.spaceId)).visitorAuth).toEqual({ backend: 'integration', integration: 'sign-in' });
    await owner.rest(`PATCH ${sitePath(site.id)}`, { visibility: 'public' });
    expect((await publishedOf(site.spaceId)).visitorAuth).toBeUndefined();
  });

  it('the older of two sites that publish a space gives its URL, and inside of a site that site does', async () => {
    const older = await aPlainSite(world);
    const younger = await aSectionedSite(world);
    await aSiteSpace(
      server,
      { siteId: younger.id, organizationId },
      {
        path: 'shared',
        sectionId: younger.api,
        spaceId: older.spaceId,
      },
    );
    expect((await publishedOf(older.spaceId)).published).toBe(`${older.url}/`);
    const { items } = (await owner.rest(`GET ${sitePath(younger.id)}/site-spaces`)).body;
    const shown = items.find((item: any) => item.path === 'shared');
    expect(shown.space.urls.published).toBe(`${younger.url}/api/shared/`);
  });

  it('a visitor gets the URL in the own site, with the default that the conditions leave', async () => {
    const site = await aSectionedSite(world);
    await owner.rest(`PATCH ${sitePath(site.id)}/site-spaces/${site.latest.id}`, { condition: 'visitor.claims.beta' });
    const { apiToken } = (await lookUp(server, `${site.url}/api`)).body;
    const visitor = { rest: readerOf(server, apiToken) };
    expect((await publishedOf(site.older.spaceId, visitor)).published).toBe(`${site.url}/`);
    expect((await publishedOf(site.older.spaceId)).published).toBe(`${site.url}/v1/`);
  });

  it('a share key is part of the URL for whoever came by it, and of nobody else’s', async () => {
    const site = await aPlainSite(world, { visibility: 'share-link' });
    const { key } = await aShareLink(server, site.id);
    const stranger = await server.aUser();
    const at = `GET /v1/spaces/${site.spaceId}`;
    for (const caller of [stranger, owner])
      expect((await caller.rest(`${at}?shareKey=${key}`)).body.urls.published).toBe(`${site.url}/${key}/`);
    expect((await publishedOf(site.spaceId)).published).toBe(`${site.url}/`);
    const { apiToken } = (await lookUp(server, `${site.url}/${key}`)).body;
    const visitor = { rest: readerOf(server, apiToken) };
    expect((await publishedOf(site.spaceId, visitor)).published).toBe(`${site.url}/${key}/`);
  });

  it('a token without the scope site:read does not learn of sites', async () => {
    const site = await aPlainSite(world);
    const limited = await server.as(owner.userId, { scopes: ['space:read'] });
    expect(await publishedOf(site.spaceId, limited)).toEqual({});
  });

  it.each([1, 12])('a list of %i spaces takes one statement more for all of them', async (many) => {
    const { server: own, owner: lister, organizationId: id } = await aSitesWorld(`listed-${many}`);
    for (let made = 0; made < many; made += 1) {
      const space = await aSpace(own, id);
      const site = await aSite(own, id);
      await aSiteSpace(
        own,
        { siteId: site.id, organizationId: id },
        { path: 'main', isDefault: true, spaceId: space.id },
      );
    }
    await lister.rest(`GET /v1/orgs/${id}/spaces`);
    await own.statements.reset();
    const { items } = (await lister.rest(`GET /v1/orgs/${id}/spaces`)).body;
    expect(items.filter((item: any) => item.urls.published)).toHaveLength(many);
    expect(own.statements.texts.filter(readsSites)).toHaveLength(1);
  });

  it('a space and a list of spaces that are in no site take no statement for sites, until a site has one', async () => {
    const { server: own, owner: lister, organizationId: id } = await aSitesWorld('unpublished');
    const { id: spaceId } = await aSpace(own, id);
    const reads = [`GET /v1/spaces/${spaceId}`, `GET /v1/orgs/${id}/spaces`];
    const readAll = async () => {
      await own.statements.reset();
      for (const read of reads) expect((await lister.rest(read)).status).toBe(200);
      return own.statements.texts.filter(readsSites).length;
    };
    expect(await readAll()).toBe(0);
    const site = await aSite(own, id);
    await aSiteSpace(own, { siteId: site.id, organizationId: id }, { path: 'main', isDefault: true, spaceId });
    expect(await readAll()).toBe(reads.length);
    const { body } = await lister.rest(`GET /v1/spaces/${spaceId}`);
    expect(body.urls.published).toMatch(/^https/);
  });
});

describe('urls.published and urls.public of a revision', () => {
  const urlsOf = async (route: string, caller: Pick<Caller, 'rest'> = owner) => {
    const { published, public: open } = (await caller.rest(`GET ${route}`)).body.urls;
    return [published, open];
  };

  it('the active revision of a space has the URL of the space, and those before it and of change requests have none', async () => {
    const site = await aPlainSite(world);
    const space = `/v1/spaces/${site.spaceId}`;
    const { revision: before } = (await owner.rest(`GET ${space}`)).body;
    const { body: change } = await owner.rest(`POST ${space}/change-requests`, { subject: 'Later' });
    await write(owner, site.spaceId, [{ operation: 'insert_page', title: 'New' }]);
    const { revision } = (await owner.rest(`GET ${space}`)).body;
    const url = `${site.url}/`;
    for (const route of [space, `${space}/content`, `${space}/revisions/${revision}`])
      expect([route, await urlsOf(route)]).toEqual([route, [url, url]]);
    for (const route of [`${space}/revisions/${before}`, `${space}/change-requests/${change.id}/content`])
      expect([route, await urlsOf(route)]).toEqual([route, [undefined, undefined]]);
    const { apiToken } = (await lookUp(server, site.url)).body;
    expect(await urlsOf(`${space}/revisions/${revision}`, { rest: readerOf(server, apiToken) })).toEqual([url, url]);
  });

  it('the public URL is that of a public site alone, and the ETag changes with it', async () => {
    const site = await aPlainSite(world);
    const space = `/v1/spaces/${site.spaceId}`;
    const etagOf = async () => (await owner.rest(`GET ${space}/content`)).headers['etag'];
    const etags = [await etagOf()];
    await owner.rest(`PATCH ${sitePath(site.id)}`, { visibility: 'unlisted' });
    etags.push(await etagOf());
    for (const route of [space, `${space}/content`])
      expect([route, await urlsOf(route)]).toEqual([route, [`${site.url}/`, undefined]]);
    await owner.rest(`POST ${sitePath(site.id)}/unpublish`);
    etags.push(await etagOf());
    for (const route of [space, `${space}/content`])
      expect([route, await urlsOf(route)]).toEqual([route, [undefined, undefined]]);
    expect(new Set(etags).size).toBe(3);
    const query = `{ space(id: "${site.spaceId}") { publicUrl content { publishedUrl publicUrl } } }`;
    expect((await owner.graphql(query)).body.data.space).toEqual({
      publicUrl: null,
      content: { publishedUrl: null, publicUrl: null },
    });
  });
});

describe('a space in a site', () => {
  it('is neither deleted (409) nor transferred (412) until it is removed from the site', async () => {
    const site = await aSectionedSite(world);
    const { id: organization } = await anOrganization(server, { owner });
    const { spaceId } = site.older;
    const transfer = () => owner.rest(`POST /v1/spaces/${spaceId}/transfer`, { organization });
    const refused = [await transfer(), await owner.rest(`DELETE /v1/spaces/${spaceId}`)];
    expect(refused.map(({ status, body }) => [status, body.error.type])).toEqual([
      [412, 'precondition_failed'],
      [409, 'invalid_state'],
    ]);
    await owner.rest(`DELETE ${sitePath(site.id)}/site-spaces/${site.older.id}`);
    expect((await transfer()).status).toBe(200);
    expect((await owner.rest(`DELETE /v1/spaces/${spaceId}`)).status).toBe(205);
  });
});
