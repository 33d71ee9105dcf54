import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Caller, Harness } from '../../harness.ts';
import { aPlainSite as plainSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { aMember } from '../../factories.ts';
import { lookUp, readerOf, write, type ASite } from '../../visitors-world.ts';
import { clock } from '../../setup/clock.ts';

let world: SitesWorld;
let server: Harness;
let owner: Caller;
let organizationId: string;
const host = 'token-docs';
beforeAll(async () => {
  world = await aSitesWorld(host);
  ({ server, owner, organizationId } = world);
});
const aPlainSite = (values?: Parameters<typeof plainSite>[1]) => plainSite(world, values);

describe('the token of a look-up', () => {
  it('reads the published site in the order of the renderer', async () => {
    const site = await aPlainSite();
    const prefixes = ['', '/guide', '/guide/deep'].map((path) => `${site.url}${path}`);
    const looks = await Promise.all([...prefixes, `https://${host}.sites.test`].map((url) => lookUp(server, url)));
    expect(looks.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
    const { body: look } = looks[2] ?? { body: null };
    const read = readerOf(server, look.apiToken);
    const space = await read(`GET /v1/spaces/${look.space}`);
    expect(space.body).toMatchObject({
      id: look.space,
      revision: expect.any(String),
      urls: {},
      comments: 0,
      changeRequests: 0,
    });
    const revision = await read(`GET /v1/spaces/${look.space}/revisions/${space.body.revision}?metadata=true`);
    expect(revision.body).toMatchObject({
      id: space.body.revision,
      pages: expect.any(Array),
      files: [expect.objectContaining({ contentType: 'image/png', downloadURL: expect.stringContaining('/files/') })],
      reusableContents: [],
    });
    expect(revision.body.pages.map((page: { title: string }) => page.title)).toEqual(['Home', 'Guide']);
    const [home, guide] = revision.body.pages;
    expect(home).toMatchObject({
      type: 'document',
      path: 'home',
      layout: expect.objectContaining({ width: 'default' }),
      pages: [],
    });
    const at = `/v1/spaces/${look.space}/revisions/${space.body.revision}`;
    const document = await read(`GET ${at}/page/${home.id}/document?evaluated=true`);
    expect(document.body).toMatchObject({ object: 'document', data: expect.any(Object), nodes: expect.any(Array) });
    expect(JSON.stringify(document.body)).not.toMatch(/Beta news|endif/);
    expect((await read(`GET ${at}/page/${guide.id}?format=markdown`)).body.markdown).toContain('A guide.');
    expect((await read(`GET ${at}/path/guide%2Fdeep`)).body).toMatchObject({ title: 'Deep', path: 'guide/deep' });
    expect((await read(`GET ${at}/path/nowhere`)).status).toBe(404);
    expect((await read(`GET /v1/spaces/${look.space}/documents/${home.documentId}`)).status).toBe(200);
    expect((await read(`GET /v1/spaces/${look.space}/search?query=deep`)).body).toMatchObject({ count: 1 });
    const named = await read(`GET /v1/users/${owner.userId}`);
    expect([named.status, named.body.displayName, named.body.email]).toEqual([200, 'Example user', undefined]);
    expect((await read(`GET /v1/users/${(await server.aUser()).userId}`)).status).toBe(404);
  });

  it('shows a visitor with the claim what others do not see, also in a PDF of their own', async () => {
    const site = await aPlainSite();
    const plain = readerOf(server, (await lookUp(server, site.url)).body.apiToken);
    const beta = readerOf(
      server,
      (await lookUp(server, site.url, { jwtToken: await site.tokenFor({ beta: true }) })).body.apiToken,
    );
    const at = `GET /v1/spaces/${site.spaceId}`;
    expect((await plain(`${at}/content/page/${site.idOf('beta')}`)).status).toBe(404);
    expect((await beta(`${at}/content/page/${site.idOf('beta')}`)).status).toBe(200);
    expect((await plain(`${at}/content/page/${site.idOf('home')}?format=markdown`)).body.markdown).not.toContain(
      'Beta',
    );
    expect((await beta(`${at}/content/page/${site.idOf('home')}?format=markdown`)).body.markdown).toContain(
      'Beta news',
    );
    expect((await plain(`${at}/pdf?page=${site.idOf('beta')}`)).status).toBe(404);
    const [one, other] = await Promise.all([plain(`${at}/pdf`), beta(`${at}/pdf`)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const bytes = async (url: string) =>
      (await server.app.inject(new URL(url).pathname + new URL(url).search)).rawPayload.length;
    expect(await bytes(one.body.url)).toBeLessThan(await bytes(other.body.url));
  });

  it('is refused with 404 by everything that visitors do not read', async () => {
    const site = await aPlainSite();
    const { body } = await lookUp(server, site.url);
    const read = readerOf(server, body.apiToken);
    const refused = [
      'GET /v1/user',
      'GET /v1/orgs',
      `GET /v1/orgs/${organizationId}`,
      `GET /v1/orgs/${organizationId}/members`,
      `GET /v1/orgs/${organizationId}/spaces`,
      `GET /v1/orgs/${organizationId}/search?query=x`,
      `GET /v1/spaces/${site.spaceId}/comments`,
      `GET /v1/spaces/${site.spaceId}/change-requests`,
      `GET /v1/spaces/${site.spaceId}/revisions/${body.space}/changes`,
      `PATCH /v1/spaces/${site.spaceId}`,
      `DELETE /v1/spaces/${site.spaceId}`,
      `POST /v1/spaces/${site.spaceId}/duplicate`,
      `POST /v1/spaces/${site.spaceId}/content`,
      'POST /graphql',
    ];
    const statuses = await Promise.all(
      refused.map(async (signature) => (await read(signature, signature.startsWith('GET') ? undefined : {})).status),
    );
    expect(statuses).toEqual(refused.map(() => 404));
    const elsewhere = await aPlainSite();
    expect((await read(`GET /v1/spaces/${elsewhere.spaceId}`)).status).toBe(404);
  });

  it('reads the document of a page with ten conditions on the way in three statements', async () => {
    const site = await aPlainSite();
    const pages = Array.from({ length: 10 }, (_, at) => ({
      operation: 'insert_page',
      ref: `nested${at}`,
      title: `Nested ${at}`,
      condition: 'visitor.claims.beta',
      document: { markdown: `Text ![a](/files/${site.idOf('shown')}) {% if visitor.claims.beta %}more{% endif %}` },
      ...(at === 0 ? {} : { into: `nested${at - 1}` }),
    }));
    const ids = await write(owner, site.spaceId, pages);
    const { apiToken } = (await lookUp(server, site.url, { jwtToken: await site.tokenFor({ beta: true }) })).body;
    const read = readerOf(server, apiToken);
    const { revision } = (await read(`GET /v1/spaces/${site.spaceId}`)).body;
    const document = () =>
      read(`GET /v1/spaces/${site.spaceId}/revisions/${revision}/page/${ids.get('nested9')}/document?evaluated=true`);
    await document();
    await server.statements.reset();
    const reply = await document();
    expect(server.statements.texts.length).toBeLessThanOrEqual(3);
    expect([reply.status, JSON.stringify(reply.body).includes('more')]).toEqual([200, true]);
    expect(reply.headers['x-gitbook-cache-tag']).toBe(`space:${site.spaceId}`);
  });

  it('an answer to the token of a look-up names its sources, so that a renderer can drop it', async () => {
    const site = await aPlainSite();
    const read = readerOf(server, (await lookUp(server, site.url)).body.apiToken);
    const tagOf = async (path: string) => (await read(`GET ${path}`)).headers['x-gitbook-cache-tag'];
    expect(await tagOf(`/v1/orgs/${organizationId}/sites/${site.id}/published`)).toBe(`site:${site.id}`);
    expect(await tagOf(`/v1/spaces/${site.spaceId}`)).toBe(`space:${site.spaceId}`);
    expect(await tagOf(`/v1/users/${owner.userId}`)).toBeUndefined();
    expect((await owner.rest(`GET /v1/spaces/${site.spaceId}`)).headers['x-gitbook-cache-tag']).toBeUndefined();
  });

  it('ends with the publication, with the visibility and with the key of the site', async () => {
    const { prisma } = server.platform.db;
    const site = await aPlainSite();
    const read = readerOf(server, (await lookUp(server, site.url)).body.apiToken);
    const signed = readerOf(
      server,
      (await lookUp(server, site.url, { jwtToken: await site.tokenFor({ beta: true }) })).body.apiToken,
    );
    const statuses = async () =>
      [await read(`GET /v1/spaces/${site.spaceId}`), await signed(`GET /v1/spaces/${site.spaceId}`)].map(
        ({ status }) => status,
      );
    const set = (data: object) => prisma.site.update({ where: { id: site.id }, data });
    expect(await statuses()).toEqual([200, 200]);
    await set({ visibility: 'visitor-auth' });
    expect(await statuses()).toEqual([404, 200]);
    await set({ visibility: 'share-link' });
    expect(await statuses()).toEqual([404, 404]);
    await set({ visibility: 'unlisted' });
    expect(await statuses()).toEqual([200, 200]);
    await prisma.siteVisitorAuth.update({ where: { siteId: site.id }, data: { keyVersion: 2 } });
    expect(await statuses()).toEqual([200, 404]);
    await set({ published: false });
    expect(await statuses()).toEqual([404, 404]);
  });

  it('is not counted as one caller, and forged ones do not shut an address out', async () => {
    const site = await aPlainSite();
    const { headers } = await readerOf(
      server,
      (await lookUp(server, site.url)).body.apiToken,
    )(`GET /v1/spaces/${site.spaceId}`);
    expect(headers).not.toHaveProperty('x-ratelimit-limit');
    expect((await lookUp(server, site.url)).headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('reads a replaced revision for a day, and no older one', async () => {
    const site = await aPlainSite();
    const read = readerOf(server, (await lookUp(server, site.url)).body.apiToken);
    const before = (await read(`GET /v1/spaces/${site.spaceId}`)).body.revision;
    await write(owner, site.spaceId, [{ operation: 'insert_page', title: 'New' }]);
    const at = `GET /v1/spaces/${site.spaceId}/revisions/${before}`;
    expect((await read(at)).status).toBe(200);
    const { revision } = (await read(`GET /v1/spaces/${site.spaceId}`)).body;
    await server.platform.db.prisma.revision.update({
      where: { id: revision },
      data: { createdAt: new Date(clock.now().getTime() - 90_000_000) },
    });
    expect((await read(at)).status).toBe(404);
  });
});

describe('a forged token', () => {
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;

  it('does not read, whoever signed it', async () => {
    const site = await aPlainSite({ visibility: 'visitor-auth' });
    const { apiToken } = (await lookUp(server, site.url, { jwtToken: await site.tokenFor({}) })).body;
    const claims = claimsOf(apiToken);
    const sign = (body: object, key: string, alg = 'HS256') =>
      new SignJWT({ ...body }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key));
    const forged = [
      await sign(claims, site.visitorKey),
      await sign(claims, 'x'.repeat(64), 'HS512'),
      new UnsecuredJWT(claims).encode(),
      await site.tokenFor({ ...claims }),
      `${apiToken}a`,
    ];
    const statuses = await Promise.all(
      forged.map(async (token) => (await readerOf(server, token)(`GET /v1/spaces/${site.spaceId}`)).status),
    );
    expect(statuses).toEqual(forged.map(() => 401));
  });

  it('of a visitor does not open a site that did not sign it', async () => {
    const site = await aPlainSite({ visibility: 'visitor-auth' });
    const other: ASite = await aPlainSite({ visibility: 'visitor-auth' });
    const reader = await aMember(server, organizationId, 'read');
    const tokens = [
      await other.tokenFor({ beta: true }),
      new UnsecuredJWT({ exp: 9_999_999_999 }).encode(),
      reader.secret,
    ];
    const statuses = await Promise.all(
      tokens.map(async (jwtToken) => (await lookUp(server, site.url, { jwtToken })).status),
    );
    expect(statuses).toEqual([404, 404, 404]);
    // On a public site, such a token does not identify a visitor.
    const open = await aPlainSite();
    expect(
      (await lookUp(server, open.url, { jwtToken: await other.tokenFor({ beta: true }) })).body,
    ).not.toHaveProperty('contextId');
  });
});
