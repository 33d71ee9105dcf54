import { beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from '../../harness.ts';
import {
  aPlainSite as plainSite,
  aSectionedSite as sectionedSite,
  aSitesWorld,
  type SitesWorld,
} from '../../published-sites.ts';
import { aShareLink, aSiteSpace, lookUp, readerOf } from '../../visitors-world.ts';
import { clock } from '../../setup/clock.ts';

let world: SitesWorld;
let server: Harness;
let organizationId: string;
let base: string;
const host = 'published-docs';
beforeAll(async () => {
  world = await aSitesWorld(host);
  ({ server, organizationId, base } = world);
});
const aPlainSite = (values?: Parameters<typeof plainSite>[1]) => plainSite(world, values);
const aSectionedSite = () => sectionedSite(world);

describe('POST /v1/urls/published', () => {
  it('a look-up says which part of a site a URL names, and whether more could follow', async () => {
    const site = await aSectionedSite();
    const root = `/${site.basename}/`;
    const { latest, older, reference, docs, api } = site;
    const table: readonly [path: string, expected: object][] = [
      [
        '',
        {
          siteSection: docs,
          siteSpace: latest.id,
          space: latest.spaceId,
          basePath: root,
          pathname: '/',
          complete: false,
        },
      ],
      ['/guide', { siteSection: docs, siteSpace: latest.id, basePath: root, pathname: '/guide', complete: true }],
      ['/guide/intro', { siteSpace: latest.id, basePath: root, pathname: '/guide/intro', complete: true }],
      ['/docs', { siteSection: docs, siteSpace: latest.id, basePath: `${root}docs/`, pathname: '/', complete: false }],
      ['/v1', { siteSection: docs, siteSpace: older.id, basePath: `${root}v1/`, pathname: '/', complete: true }],
      ['/v1/guide', { siteSpace: older.id, basePath: `${root}v1/`, pathname: '/guide', complete: true }],
      ['/docs/v1/guide', { siteSpace: older.id, basePath: `${root}docs/v1/`, pathname: '/guide', complete: true }],
      ['/v/v1/guide', { siteSpace: older.id, basePath: `${root}v/v1/`, pathname: '/guide', complete: true }],
      [
        '/api',
        {
          siteSection: api,
          siteSpace: reference.id,
          space: reference.spaceId,
          basePath: `${root}api/`,
          pathname: '/',
          complete: true,
        },
      ],
      ['/API/Users', { siteSection: api, basePath: `${root}API/`, pathname: '/Users', complete: true }],
    ];
    const answers = await Promise.all(table.map(([path]) => lookUp(server, `${site.url}${path}`)));
    expect(answers.map(({ status, body }, at) => [status, table[at]?.[0], body])).toEqual(
      table.map(([path, expected]) => [
        200,
        path,
        expect.objectContaining({
          organization: organizationId,
          site: site.id,
          siteBasePath: root,
          canonicalUrl: `https://${host}.sites.test/${site.basename}${path}`,
          apiToken: expect.any(String),
          ...expected,
        }),
      ]),
    );
    expect(answers[0]?.body).not.toHaveProperty('contextId');
    expect(answers[0]?.body).not.toHaveProperty('shareKey');
    // A site of one space is complete at its root.
    const plain = await aPlainSite();
    expect((await lookUp(server, plain.url)).body).toMatchObject({ complete: true, pathname: '/' });
    expect((await lookUp(server, plain.url)).body).not.toHaveProperty('siteSection');
  });

  it('a site is found by its custom hostname, by its id, and by the hostname of the organization', async () => {
    const site = await aPlainSite();
    const { prisma } = server.platform.db;
    expect((await lookUp(server, `https://sites.test/${site.id}/guide`)).body).toMatchObject({
      site: site.id,
      siteBasePath: `/${site.id}/`,
      pathname: '/guide',
    });
    const hostname = `${site.basename}.example.org`;
    await prisma.siteHostname.create({ data: { siteId: site.id, hostname, token: 't' } });
    expect((await lookUp(server, `https://${hostname}/guide`)).status).toBe(404);
    await prisma.siteHostname.update({ where: { siteId: site.id }, data: { verifiedAt: clock.now() } });
    expect((await lookUp(server, `https://${hostname.toUpperCase()}/guide?x=1`)).body).toMatchObject({
      site: site.id,
      siteBasePath: '/',
      basePath: '/',
      pathname: '/guide',
      canonicalUrl: `https://${hostname}/guide`,
    });
    await prisma.organization.update({ where: { id: organizationId }, data: { defaultSiteId: site.id } });
    expect((await lookUp(server, base)).body).toEqual({ target: 'content', redirect: `https://${hostname}/` });
    await prisma.organization.update({ where: { id: organizationId }, data: { defaultSiteId: null } });
    expect((await lookUp(server, base)).status).toBe(404);
  });

  it('a look-up follows redirects of the site, except from where a page stands', async () => {
    const site = await aPlainSite();
    const redirect = (source: string, destination: object) =>
      server.platform.db.prisma.siteRedirect.create({
        data: { id: server.platform.services.newId('red'), siteId: site.id, source, destination },
      });
    await redirect('/old', { kind: 'url', url: 'https://example.org/new' });
    await redirect('/moved/away', { kind: 'site-page', siteSpaceId: site.siteSpaceId, pageId: site.idOf('deep') });
    await redirect('/secret', { kind: 'site-page', siteSpaceId: site.siteSpaceId, pageId: site.idOf('beta') });
    await redirect('/guide', { kind: 'url', url: 'https://example.org/never' });
    const at = (path: string, look = {}) => lookUp(server, `${site.url}${path}`, look).then(({ body }) => body);
    expect(await at('/old')).toEqual({ target: 'external', redirect: 'https://example.org/new' });
    expect(await at('/moved/away')).toEqual({ target: 'content', redirect: `${site.url}/guide/deep` });
    expect(await at('/guide')).toMatchObject({ pathname: '/guide' });
    expect(await at('/secret')).toMatchObject({ pathname: '/secret' });
    expect(await at('/secret', { jwtToken: await site.tokenFor({ beta: true }) })).toEqual({
      target: 'content',
      redirect: `${site.url}/beta`,
    });
  });

  it('the key of a share link is taken as the first segment, until the link is revoked', async () => {
    const site = await aPlainSite({ visibility: 'share-link' });
    const { id, key } = await aShareLink(server, site.id);
    expect((await lookUp(server, site.url)).status).toBe(404);
    expect((await lookUp(server, `${site.url}/nokey/guide`)).status).toBe(404);
    const { body } = await lookUp(server, `${site.url}/${key}/guide`);
    const prefix = `/${site.basename}/${key}/`;
    expect(body).toMatchObject({
      shareKey: key,
      siteBasePath: prefix,
      basePath: prefix,
      pathname: '/guide',
      complete: true,
    });
    const read = readerOf(server, body.apiToken);
    expect((await read(`GET /v1/spaces/${site.spaceId}`)).status).toBe(200);
    await server.platform.db.prisma.siteShareLink.update({ where: { id }, data: { active: false } });
    expect((await read(`GET /v1/spaces/${site.spaceId}`)).status).toBe(404);
    expect((await lookUp(server, `${site.url}/${key}/guide`)).status).toBe(404);
  });

  it('visitors without a token are sent to sign in, with where they wanted to go', async () => {
    const site = await aPlainSite({ visibility: 'visitor-auth', fallbackUrl: 'https://login.example.org/docs?x=1' });
    expect((await lookUp(server, `${site.url}/guide/deep`)).body).toEqual({
      target: 'external',
      redirect: 'https://login.example.org/docs?x=1&location=%2Fguide%2Fdeep',
    });
    expect((await lookUp(server, `${site.url}/guide`, { jwtToken: 'a.b.c' })).status).toBe(404);
    expect(
      (await lookUp(server, `${site.url}/guide`, { jwtToken: 'a.b.c', redirectOnError: true })).body,
    ).toMatchObject({ target: 'external' });
    const { body } = await lookUp(server, `${site.url}/guide`, { jwtToken: await site.tokenFor({ beta: true }) });
    expect(body).toMatchObject({ site: site.id, contextId: expect.any(String) });
    const without = await aPlainSite({ visibility: 'visitor-auth' });
    expect((await lookUp(server, without.url)).status).toBe(404);
  });

  it('a look-up gives the same token within its window, and another for other claims', async () => {
    const site = await aPlainSite();
    const tokens = await Promise.all(
      [
        {},
        {},
        { jwtToken: await site.tokenFor({ beta: true }) },
        { jwtToken: await site.tokenFor({ beta: true, x: 1 }) },
      ].map(async (look) => (await lookUp(server, site.url, look)).body),
    );
    expect(tokens[0].apiToken).toBe(tokens[1].apiToken);
    expect(tokens[2].apiToken).toBe(tokens[3].apiToken);
    expect(tokens[2].apiToken).not.toBe(tokens[0].apiToken);
    expect(tokens[2].contextId).toBe(tokens[3].contextId);
  });

  it('a site that is not published is 404, and what is no URL 400', async () => {
    const site = await aPlainSite({ published: false, publishedAt: null });
    expect((await lookUp(server, site.url)).status).toBe(404);
    expect((await lookUp(server, 'https://nowhere.example.org/')).status).toBe(404);
    expect((await lookUp(server, 'guide')).status).toBe(400);
    expect((await lookUp(server, 'ftp://sites.test/x')).status).toBe(400);
    expect((await server.call('POST /v1/urls/published', {})).status).toBe(400);
    expect(
      (await server.call('POST /v1/urls/published', { url: site.url }, { headers: { authorization: 'Bearer x' } }))
        .status,
    ).toBe(401);
  });

  it('a look-up takes at most two statements, however large the site', async () => {
    const site = await aSectionedSite();
    for (let at = 0; at < 20; at += 1)
      await aSiteSpace(
        server,
        { siteId: site.id, organizationId },
        { path: `more${at}`, sectionId: site.docs, condition: 'visitor.claims.beta' },
      );
    const jwtToken = await site.tokenFor({ beta: true });
    await server.statements.reset();
    expect((await lookUp(server, `${site.url}/more7/guide/intro`, { jwtToken })).body.pathname).toBe('/guide/intro');
    expect(server.statements.texts.length).toBeLessThanOrEqual(2);
  });
});

describe('GET /v1/urls/published', () => {
  const get = (query: Readonly<Record<string, string>>) =>
    server.call(`GET /v1/urls/published?${new URLSearchParams(query).toString()}`);

  it('a look-up by GET answers as the one by POST, without a token and with that of a visitor', async () => {
    const site = await aPlainSite();
    const url = `${site.url}/guide/deep`;
    const plain = await get({ url });
    expect([plain.status, plain.headers['deprecation']]).toEqual([200, 'true']);
    expect(plain.body).toEqual((await lookUp(server, url)).body);
    const jwtToken = await site.tokenFor({ beta: true });
    const { body } = await get({ url, visitorAuthToken: jwtToken });
    expect(body).toEqual((await lookUp(server, url, { jwtToken })).body);
    expect(body.contextId).toEqual(expect.any(String));
  });

  it('a look-up by GET sends to sign in where it is asked to, and names its parameter in errors', async () => {
    const site = await aPlainSite({ visibility: 'visitor-auth', fallbackUrl: 'https://login.example.org/' });
    const wrong = { url: `${site.url}/guide`, visitorAuthToken: 'a.b.c' };
    expect((await get(wrong)).status).toBe(404);
    expect((await get({ ...wrong, redirectOnError: 'true' })).body).toEqual({
      target: 'external',
      redirect: 'https://login.example.org/?location=%2Fguide',
    });
    const queries: readonly Readonly<Record<string, string>>[] = [{}, { url: 'guide' }];
    for (const query of queries) {
      const { status, body } = await get(query);
      expect([status, body.error.details[0].path]).toEqual([400, 'query.url']);
    }
  });
});
