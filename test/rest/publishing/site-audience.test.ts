import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anInstallation, anIntegration } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { lookUp, readerOf } from '../../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;
let creator: Caller;
beforeAll(async () => {
  world = await aSitesWorld('audience-docs');
  ({ owner } = world);
  creator = await aMember(world.server, world.organizationId, 'create');
});

const pathOf = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}`;

describe('share links', () => {
  it('open a site from their creation until they are switched off, and again when they are switched on', async () => {
    const site = await aPlainSite(world, { visibility: 'share-link' });
    const links = `${pathOf(site)}/share-links`;
    const { status, body: link } = await owner.rest(`POST ${links}`, { name: 'For partners' });
    expect([status, link]).toEqual([
      201,
      {
        object: 'share-link',
        id: expect.stringMatching(/^slk_/),
        createdAt: expect.any(String),
        name: 'For partners',
        active: true,
        urls: { published: expect.stringMatching(new RegExp(`^${site.url}/[\\w-]{24}/$`)) },
      },
    ]);
    const url = `${link.urls.published}guide`;
    const found = await lookUp(world.server, url);
    expect(found.body).toMatchObject({ site: site.id, pathname: '/guide', shareKey: expect.any(String) });
    const read = readerOf(world.server, found.body.apiToken);
    const reading = async () => [
      (await read(`GET /v1/spaces/${site.spaceId}`)).status,
      (await lookUp(world.server, url)).status,
    ];
    expect(await reading()).toEqual([200, 200]);
    const off = await owner.rest(`PATCH ${links}/${link.id}`, { active: false });
    expect(off.body).toEqual({ ...link, active: false, urls: {} });
    expect(await reading()).toEqual([404, 404]);
    expect((await owner.rest(`PATCH ${links}/${link.id}`, { active: true, name: 'Again' })).body).toEqual({
      ...link,
      name: 'Again',
    });
    expect(await reading()).toEqual([200, 200]);
    expect((await owner.rest(`DELETE ${links}/${link.id}`)).status).toBe(205);
    expect(await reading()).toEqual([404, 404]);
  });

  it('have no URL while the site is not published', async () => {
    const site = await aPlainSite(world, { visibility: 'share-link', published: false, publishedAt: null });
    const { body } = await owner.rest(`POST ${pathOf(site)}/share-links`, { name: 'Early' });
    expect(body.urls).toEqual({});
    await owner.rest(`POST ${pathOf(site)}/publish`);
    const listed = await owner.rest(`GET ${pathOf(site)}/share-links`);
    expect((await lookUp(world.server, listed.body.items[0].urls.published)).status).toBe(200);
  });

  it('are listed newest first, belong to one site, and are limited in number', async () => {
    const [site, other] = [await aPlainSite(world), await aPlainSite(world)];
    const links = `${pathOf(site)}/share-links`;
    const made = await Promise.all(
      ['One', 'Two', 'Three'].map(async (name) => (await owner.rest(`POST ${links}`, { name })).body.id),
    );
    const first = await owner.rest(`GET ${links}?limit=2`);
    const second = await owner.rest(`GET ${links}?limit=2&page=${first.body.next.page}`);
    expect([first.body.count, second.body.next]).toEqual([3, undefined]);
    const ids = [...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual(made.toSorted());
    for (const [method, body] of [['PATCH', { active: false }], ['DELETE']] as const)
      expect((await owner.rest(`${method} ${pathOf(other)}/share-links/${made[0]}`, body)).status).toBe(404);
    await world.server.platform.db.prisma.siteShareLink.createMany({
      data: Array.from({ length: 97 }, (_, at) => ({
        id: world.server.platform.services.newId('slk'),
        siteId: site.id,
        keyHash: `${site.id}${at}`,
        sealedKey: 'x',
      })),
    });
    const over = await owner.rest(`POST ${links}`, { name: 'Over' });
    expect([over.status, over.body.error.type]).toEqual([409, 'invalid_state']);
  });

  it('refuse names that are missing, empty, null or too long', async () => {
    const links = `${pathOf(await aPlainSite(world))}/share-links`;
    for (const body of [{}, { name: '' }, { name: null }, { name: 'x'.repeat(51) }])
      expect((await owner.rest(`POST ${links}`, body)).body.error).toMatchObject({
        code: 400,
        details: [{ path: 'body.name' }],
      });
    const { body } = await owner.rest(`POST ${links}`, { name: 'x' });
    for (const change of [{ name: null }, { active: null }, { active: 'yes' }])
      expect((await owner.rest(`PATCH ${links}/${body.id}`, change)).status).toBe(400);
    expect((await owner.rest(`PATCH ${links}/${body.id}`, {})).body).toEqual(body);
  });

  it('show their keys in GraphQL to admins, who find them by id, and store them encrypted', async () => {
    const site = await aPlainSite(world);
    const create =
      'mutation ($site: ID!) { createSiteShareLink(siteId: $site, input: { name: "x" }) { shareLink { id key publishedUrl } } }';
    const { body } = await owner.graphql(create, { site: site.id });
    const { id, key, publishedUrl } = body.data.createSiteShareLink.shareLink;
    expect(publishedUrl).toBe(`${site.url}/${key}/`);
    const node = 'query ($id: ID!) { node(id: $id) { ... on SiteShareLink { key site { id } } } }';
    expect((await owner.graphql(node, { id })).body.data.node).toEqual({ key, site: { id: site.id } });
    expect((await creator.graphql(node, { id })).body).toMatchObject({
      data: { node: null },
      errors: [{ extensions: { type: 'not_found' } }],
    });
    expect((await creator.graphql(create, { site: site.id })).body.errors[0].extensions.type).toBe('forbidden');
    const row = await world.server.platform.db.prisma.siteShareLink.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(key);
  });
});

describe('visitor authentication', () => {
  const tokenBy = (privateKey: string) =>
    new SignJWT({ beta: true })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(world.server.platform.services.now().getTime() / 1_000) + 3_600)
      .sign(new TextEncoder().encode(privateKey));

  it('accepts tokens signed with the key that it shows, until a new key is made', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const auth = `${pathOf(site)}/publishing/auth`;
    const { body: before } = await owner.rest(`GET ${auth}`);
    expect(before).toEqual({
      object: 'publishing-auth',
      backend: 'custom',
      membersOnly: false,
      privateKey: site.visitorKey,
    });
    const jwtToken = await tokenBy(before.privateKey);
    const found = await lookUp(world.server, site.url, { jwtToken });
    const read = readerOf(world.server, found.body.apiToken);
    expect((await read(`GET /v1/spaces/${site.spaceId}`)).status).toBe(200);
    const { status, body: after } = await owner.rest(`POST ${auth}/regenerate`);
    expect([status, Object.keys(after)]).toEqual([200, Object.keys(before)]);
    expect(after.privateKey).not.toBe(before.privateKey);
    expect((await read(`GET /v1/spaces/${site.spaceId}`)).status).toBe(404);
    expect((await lookUp(world.server, site.url, { jwtToken })).status).toBe(404);
    const renewed = { jwtToken: await tokenBy(after.privateKey) };
    expect((await lookUp(world.server, site.url, renewed)).status).toBe(200);
    const row = await world.server.platform.db.prisma.siteVisitorAuth.findUniqueOrThrow({ where: { siteId: site.id } });
    expect(JSON.stringify(row)).not.toContain(after.privateKey);
  });

  it('sends visitors to the fallback URL that is set, and nowhere when it is removed', async () => {
    const site = await aPlainSite(world, { visibility: 'visitor-auth' });
    const auth = `${pathOf(site)}/publishing/auth`;
    const fallbackURL = 'https://login.example.org/in?a=1';
    expect((await owner.rest(`PATCH ${auth}`, { fallbackURL })).body).toMatchObject({ backend: 'custom', fallbackURL });
    expect((await owner.rest(`PATCH ${auth}`, { backend: 'custom' })).body).toMatchObject({ fallbackURL });
    expect((await lookUp(world.server, `${site.url}/guide`)).body).toEqual({
      target: 'external',
      redirect: `${fallbackURL}&location=%2Fguide`,
    });
    expect((await owner.rest(`PATCH ${auth}`, { fallbackURL: null })).body).not.toHaveProperty('fallbackURL');
    expect((await lookUp(world.server, `${site.url}/guide`)).status).toBe(404);
    for (const wrong of [
      '/in',
      'javascript:alert(1)',
      'https://a:b@example.org/',
      `https://example.org/${'x'.repeat(2_048)}`,
    ])
      expect((await owner.rest(`PATCH ${auth}`, { fallbackURL: wrong })).body.error).toMatchObject({
        code: 400,
        details: [{ path: 'body.fallbackURL' }],
      });
  });

  it('takes as backend an integration that is installed and may authenticate visitors, and no other', async () => {
    const site = await aPlainSite(world);
    const auth = `${pathOf(site)}/publishing/auth`;
    const install = async (scopes: string[]) => {
      const integration = await anIntegration(world.server, world.organizationId);
      await world.server.platform.db.prisma.integration.update({ where: { id: integration.id }, data: { scopes } });
      await anInstallation(world.server, integration.id, world.organizationId);
      return integration.name;
    };
    const name = await install(['site:visitor:auth']);
    const patch = (body: object) => owner.rest(`PATCH ${auth}`, body);
    expect((await patch({ backend: 'integration', integration: name })).body).toMatchObject({
      backend: 'integration',
      integration: name,
    });
    const absent = await patch({ backend: 'integration', integration: 'nothing-here' });
    expect([absent.status, absent.body.error.details[0].path]).toEqual([404, 'body.integration']);
    expect((await patch({ backend: 'integration', integration: await install(['space:content:read']) })).status).toBe(
      404,
    );
    expect((await patch({ backend: 'integration' })).status).toBe(400);
    expect((await patch({ integration: name })).status).toBe(400);
    expect((await patch({ backend: null })).status).toBe(400);
    expect((await patch({ backend: 'custom' })).body).not.toHaveProperty('integration');
  });

  it('shows its key over GraphQL to admins alone', async () => {
    const site = await aPlainSite(world);
    const query = 'query ($id: ID!) { site(id: $id) { title visitorAuth { backend privateKey fallbackUrl } } }';
    expect((await owner.graphql(query, { id: site.id })).body.data.site.visitorAuth).toEqual({
      backend: 'CUSTOM',
      privateKey: site.visitorKey,
      fallbackUrl: null,
    });
    const refused = await creator.graphql(query, { id: site.id });
    expect(refused.body).toMatchObject({
      data: { site: { title: 'Docs', visitorAuth: null } },
      errors: [{ extensions: { type: 'forbidden' } }],
    });
    expect(JSON.stringify(refused.body)).not.toContain(site.visitorKey);
    const regenerate =
      'mutation ($id: ID!) { regenerateSiteVisitorKey(siteId: $id) { visitorAuth { privateKey updatedAt } } }';
    expect((await creator.graphql(regenerate, { id: site.id })).body.errors[0].extensions.type).toBe('forbidden');
    const { body } = await owner.graphql(regenerate, { id: site.id });
    expect(body.data.regenerateSiteVisitorKey.visitorAuth.privateKey).not.toBe(site.visitorKey);
  });
});
