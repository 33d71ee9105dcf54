import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../../factories.ts';
import type { Caller } from '../../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { lookUp } from '../../visitors-world.ts';

let world: SitesWorld;
let owner: Caller;
beforeAll(async () => {
  world = await aSitesWorld('redirecting-docs');
  ({ owner } = world);
});

const pathTo = ({ id }: { readonly id: string }) => `/v1/orgs/${world.organizationId}/sites/${id}/redirects`;
const to = (url: string) => ({ kind: 'url', url });
const error = ({ status, body }: { readonly status: number; readonly body: any }) => [
  status,
  body.error.type,
  body.error.details?.[0].path,
];

describe('POST …/redirects', () => {
  it('a new redirect is followed by the look-up of published URLs in every spelling of its path', async () => {
    const site = await aPlainSite(world);
    const reply = await owner.rest(`POST ${pathTo(site)}`, {
      source: '/Old//caf%c3%A9/',
      destination: { kind: 'site-page', siteSpaceId: site.siteSpaceId, pageId: site.idOf('deep') },
    });
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        object: 'site-redirect',
        id: expect.stringMatching(/^red_/),
        source: '/Old/caf%C3%A9',
        destination: { kind: 'site-page', siteSpaceId: site.siteSpaceId, pageId: site.idOf('deep') },
      },
    ]);
    for (const spelling of ['/Old/café', '/Old/caf%C3%A9/', '//Old/caf%c3%a9'])
      expect((await lookUp(world.server, site.url + spelling)).body).toEqual({
        target: 'content',
        redirect: `${site.url}/guide/deep`,
      });
    expect((await lookUp(world.server, `${site.url}/old/café`)).body).toMatchObject({ pathname: '/old/caf%C3%A9' });
    const { body } = await owner.rest(`GET /v1/orgs/${world.organizationId}/sites/${site.id}`);
    expect(body.features.map(({ id }: { id: string }) => id)).toContain('sites-redirects');
  });

  it('a redirect leads to sections, site spaces and other addresses', async () => {
    const site = await aSectionedSite(world);
    const create = async (source: string, destination: object) =>
      expect((await owner.rest(`POST ${pathTo(site)}`, { source, destination })).status).toBe(201);
    await create('/a', { kind: 'site-section', siteSectionId: site.api });
    await create('/b', { kind: 'site-space', siteSpaceId: site.older.id });
    await create('/c', to('https://example.org/x?y=1#z'));
    const at = async (path: string) => (await lookUp(world.server, site.url + path)).body.redirect;
    expect([await at('/a'), await at('/b'), await at('/c')]).toEqual([
      `${site.url}/api/`,
      `${site.url}/v1/`,
      'https://example.org/x?y=1#z',
    ]);
  });

  it('a source that has a redirect, in any spelling, is refused with 409', async () => {
    const site = await aPlainSite(world);
    const create = (source: string) =>
      owner.rest(`POST ${pathTo(site)}`, { source, destination: to('https://a.test/') });
    expect((await create('/a/b')).status).toBe(201);
    for (const spelling of ['/a/b', '/a/b/', '//a/b', '/%61/b'])
      expect(error(await create(spelling))).toEqual([409, 'already_exists', 'body.source']);
    expect((await create('/A/b')).status).toBe(201);
  });

  it('redirects that lead in a loop are refused with 409, whatever form their destinations have', async () => {
    const site = await aSectionedSite(world);
    const create = (source: string, destination: object) => owner.rest(`POST ${pathTo(site)}`, { source, destination });
    const section = { kind: 'site-section', siteSectionId: site.api };
    expect(error(await create('/api', section))).toEqual([409, 'conflict', undefined]);
    expect(error(await create('/x', to(`${site.url}/x/`)))).toEqual([409, 'conflict', undefined]);
    expect((await create('/one', to(`${site.url}/two`))).status).toBe(201);
    expect((await create('/two', to(`https://sites.test/${site.id}/three`))).status).toBe(201);
    const closing = await create('/three', to(`${site.url}/%6Fne`));
    expect([closing.status, closing.body.error.message]).toEqual([
      409,
      expect.stringContaining('/three → /one → /two'),
    ]);
    const last = await create('/three', section);
    expect(last.status).toBe(201);
    expect((await create('/api', to(`${site.url}/one`))).status).toBe(409);
    expect(
      (await owner.rest(`PATCH ${pathTo(site)}/${last.body.id}`, { destination: to(`${site.url}/one`) })).status,
    ).toBe(409);
  });

  it('parts of other sites are 404 and what is no redirect is 400, naming the field', async () => {
    const site = await aPlainSite(world);
    const other = await aSectionedSite(world);
    const create = async (destination: unknown, source = '/s') =>
      error(await owner.rest(`POST ${pathTo(site)}`, { source, destination }));
    const page = { kind: 'site-page', siteSpaceId: site.siteSpaceId };
    expect(await create({ kind: 'site-section', siteSectionId: other.api })).toEqual([
      404,
      'reference_not_found',
      'body.destination.siteSectionId',
    ]);
    expect(await create({ kind: 'site-space', siteSpaceId: other.older.id })).toEqual([
      404,
      'reference_not_found',
      'body.destination.siteSpaceId',
    ]);
    expect(await create({ ...page, pageId: 'pg_none' })).toEqual([
      404,
      'reference_not_found',
      'body.destination.pageId',
    ]);
    expect(await create(page)).toEqual([400, 'validation_failed', 'body.destination.pageId']);
    expect(await create({ kind: 'else' })).toEqual([400, 'validation_failed', 'body.destination.kind']);
    for (const url of ['javascript:alert(1)', '/relative', 'https://me:secret@example.org/'])
      expect(await create(to(url))).toEqual([400, 'validation_failed', 'body.destination.url']);
    for (const source of ['x', '/', '/a?b', '/%00', '/../a', `/${'x'.repeat(512)}`])
      expect(await create(to('https://a.test/'), source)).toEqual([400, 'validation_failed', 'body.source']);
  });
});

describe('GET …/redirects', () => {
  it('redirects are listed newest first, one is found by its source and several by a part of it', async () => {
    const site = await aPlainSite(world);
    for (const source of ['/one', '/two', '/two/three'])
      await owner.rest(`POST ${pathTo(site)}`, { source, destination: to('https://a.test/') });
    const list = async (query: string) => {
      const { body } = await owner.rest(`GET ${pathTo(site)}${query}`);
      return [body.count, body.items.map(({ source }: { source: string }) => source)];
    };
    expect(await list('')).toEqual([3, ['/two/three', '/two', '/one']]);
    expect(await list('?source=/two/')).toEqual([1, ['/two']]);
    expect(await list('?source=two')).toEqual([0, []]);
    expect(await list('?search=TWO')).toEqual([2, ['/two/three', '/two']]);
    const first = await owner.rest(`GET ${pathTo(site)}?limit=2`);
    const second = await owner.rest(`GET ${pathTo(site)}?limit=2&page=${first.body.next.page}`);
    expect(second.body.items.map(({ source }: { source: string }) => source)).toEqual(['/one']);
  });
});

describe('PUT …/redirects', () => {
  it('redirects are created and updated by their sources, and others stay as they are', async () => {
    const site = await aPlainSite(world);
    const kept = await owner.rest(`POST ${pathTo(site)}`, { source: '/kept', destination: to('https://a.test/kept') });
    const old = await owner.rest(`POST ${pathTo(site)}`, { source: '/old', destination: to('https://a.test/old') });
    const reply = await owner.rest(`PUT ${pathTo(site)}`, {
      redirects: [
        { source: '/new', destination: to('https://a.test/new') },
        { source: '//old/', destination: to('https://a.test/newer') },
      ],
    });
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        created: 1,
        updated: 1,
        items: [expect.objectContaining({ source: '/new' }), { ...old.body, destination: to('https://a.test/newer') }],
      },
    ]);
    const { body } = await owner.rest(`GET ${pathTo(site)}?source=/kept`);
    expect(body.items).toEqual([kept.body]);
  });

  it('a refused redirect among several changes nothing', async () => {
    const site = await aPlainSite(world);
    const put = async (...redirects: object[]) => error(await owner.rest(`PUT ${pathTo(site)}`, { redirects }));
    const good = { source: '/good', destination: to('https://a.test/') };
    expect(await put(good, { source: '/bad?', destination: to('https://a.test/') })).toEqual([
      400,
      'validation_failed',
      'body.redirects.1.source',
    ]);
    const twice = { source: '/good/', destination: to('https://b.test/') };
    expect(await put(good, twice)).toEqual([400, 'validation_failed', 'body.redirects.1.source']);
    expect(await put(good, { source: '/x', destination: { kind: 'site-section', siteSectionId: 'sec_x' } })).toEqual([
      404,
      'reference_not_found',
      'body.redirects.1.destination.siteSectionId',
    ]);
    expect(
      await put(
        good,
        { source: '/a', destination: to(`${site.url}/b`) },
        { source: '/b', destination: to(`${site.url}/a`) },
      ),
    ).toEqual([409, 'conflict', undefined]);
    expect(await put()).toEqual([400, 'validation_failed', 'body.redirects']);
    expect((await put(...Array.from({ length: 501 }, () => good)))[0]).toBe(400);
    expect((await owner.rest(`GET ${pathTo(site)}`)).body.count).toBe(0);
  });

  it('five hundred redirects are written with as many statements as two, and more than a site may have are refused', async () => {
    const site = await aPlainSite(world);
    const many = (count: number, start: string) =>
      Array.from({ length: count }, (_, at) => ({ source: `/${start}/${at}`, destination: to('https://a.test/') }));
    const statementsFor = async (count: number) => {
      await world.server.statements.reset();
      const reply = await owner.rest(`PUT ${pathTo(site)}`, { redirects: many(count, `of${count}`) });
      expect(reply.body.created).toBe(count);
      return world.server.statements.texts.length;
    };
    const few = await statementsFor(2);
    expect(await statementsFor(500)).toBe(few);
    await world.server.platform.db.prisma.siteRedirect.createMany({
      data: Array.from({ length: 4_498 }, (_, at) => ({
        id: world.server.platform.services.newId('red'),
        siteId: site.id,
        source: `/filled/${at}`,
        destination: to('https://a.test/'),
      })),
    });
    expect(error(await owner.rest(`POST ${pathTo(site)}`, many(1, 'over')[0]))).toEqual([
      409,
      'invalid_state',
      undefined,
    ]);
    const known = await owner.rest(`PUT ${pathTo(site)}`, { redirects: many(2, 'of2') });
    expect(known.body).toMatchObject({ created: 0, updated: 2 });
  });
});

describe('PATCH and DELETE …/redirects/{siteRedirectId}', () => {
  it('an update and a deletion change the given fields, and nothing in another site', async () => {
    const site = await aPlainSite(world);
    const other = await aPlainSite(world);
    const { body } = await owner.rest(`POST ${pathTo(site)}`, { source: '/a', destination: to('https://a.test/') });
    const at = `${pathTo(site)}/${body.id}`;
    expect((await owner.rest(`PATCH ${at}`, { source: '/b' })).body).toEqual({ ...body, source: '/b' });
    expect((await owner.rest(`PATCH ${at}`, {})).body).toEqual({ ...body, source: '/b' });
    expect((await owner.rest(`PATCH ${at}`, { source: null })).status).toBe(400);
    expect((await owner.rest(`PATCH ${pathTo(other)}/${body.id}`, { source: '/c' })).status).toBe(404);
    expect((await owner.rest(`DELETE ${pathTo(other)}/${body.id}`)).status).toBe(404);
    expect((await owner.rest(`DELETE ${at}`)).status).toBe(205);
    expect((await owner.rest(`DELETE ${at}`)).status).toBe(404);
    expect((await lookUp(world.server, `${site.url}/b`)).body).toMatchObject({ pathname: '/b' });
  });
});

describe('redirects in GraphQL', () => {
  it('redirects are created, listed, updated and deleted in GraphQL, and found by id by members alone', async () => {
    const site = await aPlainSite(world);
    const create = `mutation ($site: ID!, $input: CreateSiteRedirectInput!) {
      createSiteRedirect(siteId: $site, input: $input) { redirect { id source destination { kind url } site { id } } }
    }`;
    const input = { source: '/a', destination: { kind: 'URL', url: 'https://a.test/' } };
    const made = await owner.graphql(create, { site: site.id, input });
    const { redirect } = made.body.data.createSiteRedirect;
    expect(redirect).toMatchObject({ source: '/a', destination: { kind: 'URL' }, site: { id: site.id } });
    const member = await aMember(world.server, world.organizationId, 'read');
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    expect((await member.graphql(node, { id: redirect.id })).body.data.node).toEqual({ id: redirect.id });
    const stranger = (await anOrganization(world.server)).owner;
    expect((await stranger.graphql(node, { id: redirect.id })).body.data.node).toBeNull();
    const refused = await member.graphql(create, { site: site.id, input: { ...input, source: '/b' } });
    expect(refused.body.errors[0].extensions.type).toBe('forbidden');
    const list =
      'query ($id: ID!) { site(id: $id) { redirects(first: 5, source: "/a/") { count edges { node { id } } } } }';
    expect((await member.graphql(list, { id: site.id })).body.data.site.redirects).toEqual({
      count: 1,
      edges: [{ node: { id: redirect.id } }],
    });
    const remove =
      'mutation ($site: ID!, $id: ID!) { deleteSiteRedirect(siteId: $site, siteRedirectId: $id) { deletedId } }';
    expect((await owner.graphql(remove, { site: site.id, id: redirect.id })).body.data.deleteSiteRedirect).toEqual({
      deletedId: redirect.id,
    });
  });
});
