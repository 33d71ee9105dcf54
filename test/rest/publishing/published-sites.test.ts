import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization } from '../../factories.ts';
import type { Caller, Harness } from '../../harness.ts';
import { aPlainSite, aSectionedSite, aSitesWorld, type SitesWorld } from '../../published-sites.ts';
import { aSection, aShareLink, aSite, aSiteSpace, lookUp, readerOf } from '../../visitors-world.ts';

let world: SitesWorld;
let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  world = await aSitesWorld('shown-docs');
  ({ server, owner, organizationId } = world);
});

const aMoment = new Date('2026-01-01T00:00:00Z');

const pathOf = (siteId: string) => `/v1/orgs/${organizationId}/sites/${siteId}`;
const read = (apiToken: string, siteId: string) => readerOf(server, apiToken)(`GET ${pathOf(siteId)}/published`);

/** Id, whether it is a default, and the published URL of each part. */
const parts = (items: any[]) => items.map((item) => [item.id, item.default, item.urls.published]);

describe('the published site of a visitor', () => {
  it('has the site, its structure and a complete appearance', async () => {
    const site = await aSectionedSite(world);
    const { apiToken } = (await lookUp(server, `${site.url}/api`)).body;
    const { status, body } = await read(apiToken, site.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'published-content-site', scripts: [] });
    expect(body.site).toMatchObject({ id: site.id, visibility: 'public', urls: { published: `${site.url}/` } });
    expect(body.site.permissions).toEqual({ view: false, edit: false, admin: false });
    expect(body.structure.type).toBe('sections');
    expect(parts(body.structure.structure)).toEqual([
      [site.docs, true, `${site.url}/`],
      [site.api, false, `${site.url}/api/`],
    ]);
    expect(parts(body.structure.structure[0].siteSpaces)).toEqual([
      [site.latest.id, true, `${site.url}/`],
      [site.older.id, false, `${site.url}/v1/`],
    ]);
    expect(body.structure.structure[0].siteSpaces[0].space).toMatchObject({
      id: site.latest.spaceId,
      revision: expect.any(String),
    });
    expect(Object.keys(body.customizations.siteSpaces).toSorted()).toEqual(
      [site.latest.id, site.older.id, site.reference.id].toSorted(),
    );
  });

  it('the appearance of a site space is merged over that of the site, and that over the defaults', async () => {
    const site = await aSectionedSite(world);
    const { prisma } = server.platform.db;
    await prisma.siteCustomization.create({
      data: {
        siteId: site.id,
        settings: { styling: { theme: 'bold' }, header: { links: [{ title: 'A', to: null, links: [] }] } },
      },
    });
    await prisma.siteSpaceCustomization.create({
      data: { siteSpaceId: site.older.id, settings: { themes: { default: 'dark' } } },
    });
    const { apiToken } = (await lookUp(server, `${site.url}/api`)).body;
    const { customizations } = (await read(apiToken, site.id)).body;
    expect(customizations.site).toMatchObject({
      styling: { theme: 'bold', font: 'Inter', primaryColor: { light: '#346DDB', dark: '#346DDB' } },
      header: { preset: 'default', links: [{ title: 'A', to: null, links: [] }] },
      themes: { default: 'light', toggeable: true },
    });
    expect(customizations.siteSpaces[site.older.id]).toEqual({
      ...customizations.site,
      themes: { default: 'dark', toggeable: true },
    });
    expect(customizations.siteSpaces[site.latest.id]).toEqual(customizations.site);
  });

  it('leaves out what conditions hide, shows no condition, and makes what comes next the default', async () => {
    const site = await aSite(server, organizationId, {
      schema: { type: 'object', properties: { beta: { type: 'boolean' } }, additionalProperties: false },
    });
    const at = { siteId: site.id, organizationId };
    const hidden = await aSection(server, site.id, { path: 'beta', isDefault: true, condition: 'visitor.claims.beta' });
    const shown = await aSection(server, site.id, { path: 'docs' });
    await aSiteSpace(server, at, { path: 'main', sectionId: hidden, isDefault: true });
    const old = await aSiteSpace(server, at, {
      path: 'old',
      sectionId: shown,
      isDefault: true,
      condition: 'visitor.claims.beta',
    });
    const next = await aSiteSpace(server, at, { path: 'next', sectionId: shown, condition: '!visitor.claims.beta' });
    const url = `${world.base}/${site.basename}`;
    const plain = (await lookUp(server, url)).body;
    expect([plain.siteSection, plain.siteSpace]).toEqual([shown, next.id]);
    const { structure } = (await read(plain.apiToken, site.id)).body;
    expect(parts(structure.structure)).toEqual([[shown, true, `${url}/`]]);
    expect(parts(structure.structure[0].siteSpaces)).toEqual([[next.id, true, `${url}/`]]);
    expect(JSON.stringify(structure)).not.toMatch(/condition|beta/);
    const beta = (await lookUp(server, url, { jwtToken: await site.tokenFor({ beta: true }) })).body;
    const seen = (await read(beta.apiToken, site.id)).body.structure.structure;
    expect(parts(seen)).toEqual([
      [hidden, true, `${url}/`],
      [shown, false, `${url}/docs/`],
    ]);
    expect(parts(seen[1].siteSpaces)).toEqual([[old.id, true, `${url}/docs/`]]);
    // The URLs of an answer must lead to the parts that have them.
    for (const [id, , published] of parts(seen))
      expect(
        (await lookUp(server, published, { jwtToken: await site.tokenFor({ beta: true }) })).body.siteSection,
      ).toBe(id);
  });

  it('is the own site alone, and ends with the publication', async () => {
    const [site, other] = [await aPlainSite(world), await aPlainSite(world)];
    const { apiToken } = (await lookUp(server, site.url)).body;
    expect((await read(apiToken, other.id)).status).toBe(404);
    expect((await readerOf(server, apiToken)(`GET /v1/orgs/org_none/sites/${site.id}/published`)).status).toBe(404);
    expect((await readerOf(server, apiToken)(`GET ${pathOf(site.id)}`)).status).toBe(404);
    expect((await readerOf(server, apiToken)(`GET ${pathOf(site.id)}/structure`)).status).toBe(200);
    await owner.rest(`POST ${pathOf(site.id)}/unpublish`);
    expect((await read(apiToken, site.id)).status).toBe(404);
  });

  it('says nothing of the repositories of its spaces and the commits of their revisions, which may be private', async () => {
    const site = await aPlainSite(world);
    const { prisma } = server.platform.db;
    const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: site.spaceId } });
    const [ref, commit] = ['refs/heads/main', 'a'.repeat(40)];
    const url = 'https://github.com/acme/secret.git';
    await prisma.gitRepository.create({
      data: { spaceId: site.spaceId, url, ref, directory: '', importId: 'git', commit, revisionId, updatedAt: aMoment },
    });
    await prisma.revisionCommit.create({
      data: { revisionId, oid: commit, message: 'Secret', ref, createdByService: false },
    });
    const { apiToken } = (await lookUp(server, site.url)).body;
    const visitor = readerOf(server, apiToken);
    for (const [path, member] of [
      [`/v1/spaces/${site.spaceId}`, 'gitSync'],
      [`/v1/spaces/${site.spaceId}/content`, 'git'],
    ] as const) {
      expect((await owner.rest(`GET ${path}`)).body).toHaveProperty(member);
      const seen = await visitor(`GET ${path}`);
      expect(seen.status).toBe(200);
      expect(seen.body).not.toHaveProperty(member);
    }
  });

  it('takes three statements, whatever its size', async () => {
    const site = await aSectionedSite(world);
    const at = { siteId: site.id, organizationId };
    for (let index = 0; index < 20; index += 1) {
      const sectionId = await aSection(server, site.id, { path: `s${index}`, condition: 'visitor.claims.beta' });
      await aSiteSpace(server, at, { path: 'main', sectionId, isDefault: true, condition: '!visitor.claims.none' });
    }
    const { apiToken } = (await lookUp(server, `${site.url}/api`, { jwtToken: await site.tokenFor({ beta: true }) }))
      .body;
    await server.statements.reset();
    expect((await read(apiToken, site.id)).body.structure.structure).toHaveLength(22);
    expect(server.statements.texts).toHaveLength(3);
  });
});

describe('a share key', () => {
  const aSharedSite = async () => {
    const site = await aPlainSite(world, { visibility: 'share-link' });
    const link = await aShareLink(server, site.id);
    const hidden = await aSiteSpace(
      server,
      { siteId: site.id, organizationId },
      { path: 'beta', condition: 'visitor.claims.beta' },
    );
    return { ...site, link, hidden, root: `${site.url}/${link.key}/` };
  };
  const paths = ['published', 'structure', 'sections', 'site-spaces'];

  it('is part of the published URLs of a visitor who came by it', async () => {
    const site = await aSharedSite();
    expect((await lookUp(server, site.url)).status).toBe(404);
    const look = (await lookUp(server, site.root)).body;
    expect([look.shareKey, look.siteBasePath]).toEqual([site.link.key, `/${site.basename}/${site.link.key}/`]);
    const { body } = await read(look.apiToken, site.id);
    expect(body.site.urls.published).toBe(site.root);
    expect(parts(body.structure.structure)).toEqual([[site.siteSpaceId, true, site.root]]);
  });

  it('shows a user who is no member what a visitor without claims sees, until the link is revoked', async () => {
    const site = await aSharedSite();
    const outsider = await server.aUser();
    const statuses = async (query: string) => {
      const replies = await Promise.all([
        ...paths.map((path) => outsider.rest(`GET ${pathOf(site.id)}/${path}${query}`)),
        outsider.rest(`GET /v1/spaces/${site.spaceId}${query}`),
      ]);
      return replies.map(({ status }) => status);
    };
    const key = `?shareKey=${site.link.key}`;
    expect(await statuses(key)).toEqual([200, 200, 200, 200, 200]);
    const { body } = await outsider.rest(`GET ${pathOf(site.id)}/site-spaces${key}`);
    expect([body.count, parts(body.items)]).toEqual([1, [[site.siteSpaceId, true, site.root]]]);
    expect((await outsider.rest(`GET /v1/spaces/${site.hidden.spaceId}${key}`)).status).toBe(404);
    for (const wrong of ['', '?shareKey=', '?shareKey=none', `${key}x`])
      expect(await statuses(wrong)).toEqual([404, 404, 404, 404, 404]);
    await server.platform.db.prisma.siteShareLink.update({ where: { id: site.link.id }, data: { active: false } });
    expect(await statuses(key)).toEqual([404, 404, 404, 404, 404]);
  });

  it('opens neither another site, nor another visibility, nor what lies below the space', async () => {
    const [site, other] = [await aSharedSite(), await aSharedSite()];
    const outsider = await server.aUser();
    const key = `?shareKey=${site.link.key}`;
    expect((await outsider.rest(`GET ${pathOf(other.id)}/published${key}`)).status).toBe(404);
    expect((await outsider.rest(`GET /v1/spaces/${other.spaceId}${key}`)).status).toBe(404);
    expect((await outsider.rest(`GET /v1/spaces/${site.spaceId}/content/pages${key}`)).status).toBe(404);
    await server.platform.db.prisma.site.update({ where: { id: site.id }, data: { visibility: 'visitor-auth' } });
    expect((await outsider.rest(`GET ${pathOf(site.id)}/published${key}`)).status).toBe(404);
  });

  it('does not serve the token of another organization, and needs its scope', async () => {
    const site = await aSharedSite();
    const { userId } = await server.aUser();
    const elsewhere = await server.as(userId, {
      organizationId: (await aSitesWorld('shown-elsewhere')).organizationId,
    });
    const key = `?shareKey=${site.link.key}`;
    expect((await elsewhere.rest(`GET ${pathOf(site.id)}/published${key}`)).status).toBe(404);
    const unscoped = await server.as(userId, { scopes: ['user:read'] });
    expect((await unscoped.rest(`GET ${pathOf(site.id)}/published${key}`)).status).toBe(403);
    expect((await unscoped.rest(`GET /v1/spaces/${site.spaceId}${key}`)).status).toBe(403);
  });

  it('is ignored for members when it is not valid, and fills their URLs when it is', async () => {
    const site = await aSharedSite();
    const published = async (query: string) =>
      (await owner.rest(`GET ${pathOf(site.id)}/published${query}`)).body.site.urls.published;
    expect(await published('?shareKey=none')).toBe(`${site.url}/`);
    expect(await published(`?shareKey=${site.link.key}`)).toBe(site.root);
  });

  it('opens in GraphQL no field of a space that reads more than the space', async () => {
    const site = await aSharedSite();
    await owner.rest(`POST /v1/spaces/${site.spaceId}/comments`, { body: { markdown: 'Not for readers' } });
    const outsider = await server.aUser();
    const fields = [
      'comments { count }',
      'commenters { count }',
      'changeRequests { count }',
      'content { id }',
      'revisions { count }',
      'search(query: "hello") { count }',
      'organization { id }',
    ];
    for (const field of fields) {
      const query = `{
        space(id: "${site.spaceId}", shareKey: "${site.link.key}") { id asked: ${field} }
        site(id: "${site.id}", shareKey: "${site.link.key}") {
          siteSpaces(first: 1) { edges { node { space { id asked: ${field} } } } }
        }
      }`;
      const listSpaces = ({ data: { space, site: read_ } }: any) => [space, read_.siteSpaces.edges[0].node.space];
      const members = (await owner.graphql(query)).body;
      expect(members.errors).toBeUndefined();
      for (const space of listSpaces(members)) expect(space.asked).not.toBeNull();
      const others = (await outsider.graphql(query)).body;
      expect(JSON.stringify(others.data)).not.toMatch(/"asked":(?!null)/);
      expect(others.errors.map(({ path }: any) => path.at(-1))).toEqual(['asked', 'asked']);
    }
  });
});

describe('a site that is published for everyone', () => {
  const paths = ['published', 'structure', 'sections', 'site-spaces'];
  const statuses = (caller: Caller, siteId: string, query = '') =>
    Promise.all(paths.map(async (path) => (await caller.rest(`GET ${pathOf(siteId)}/${path}${query}`)).status));

  it('a public or unlisted site shows every user what a visitor without claims sees, as long as it is published', async () => {
    const outsider = await server.aUser();
    const guest = await aMember(server, organizationId, null);
    for (const visibility of ['public', 'unlisted']) {
      const site = await aSectionedSite(world, { visibility });
      await owner.rest(`PATCH ${pathOf(site.id)}/sections/${site.api}`, { condition: 'visitor.claims.beta' });
      for (const caller of [outsider, guest]) {
        expect(await statuses(caller, site.id)).toEqual([200, 200, 200, 200]);
        const { body } = await caller.rest(`GET ${pathOf(site.id)}/published`);
        expect(body.site).toMatchObject({ id: site.id, permissions: { view: false, edit: false, admin: false } });
        expect(parts(body.structure.structure)).toEqual([[site.docs, true, `${site.url}/`]]);
        expect(body.structure.structure[0].siteSpaces[0].space.permissions).toMatchObject({ view: false, edit: false });
      }
      await owner.rest(`POST ${pathOf(site.id)}/unpublish`);
      expect(await statuses(outsider, site.id)).toEqual([404, 404, 404, 404]);
    }
  });

  it('a site for everyone hides its settings and conditions from users who are no members', async () => {
    const site = await aPlainSite(world);
    const outsider = await server.aUser();
    const at = pathOf(site.id);
    const settings = ['', '/redirects', '/share-links', '/publishing/auth', '/publishing/preview', '/customization'];
    for (const path of [...settings, '/section-groups', '/adaptive-schema', '/custom-hostname', '/redirect?source=/a'])
      expect([path, (await outsider.rest(`GET ${at}${path}`)).status]).toEqual([path, 404]);
    expect((await outsider.rest(`POST ${at}/search`, { query: 'guide' })).status).toBe(404);
    expect((await outsider.rest(`GET /v1/spaces/${site.spaceId}`)).status).toBe(404);
    const query = 'query ($id: ID!) { site(id: $id) { title } }';
    expect((await outsider.graphql(query, { id: site.id })).body.data.site).toBeNull();
  });

  it('a site for an audience, and any site for a token of another organization, is 404 without a key', async () => {
    const outsider = await server.aUser();
    for (const visibility of ['share-link', 'visitor-auth'])
      expect(await statuses(outsider, (await aPlainSite(world, { visibility })).id)).toEqual([404, 404, 404, 404]);
    const { id: elsewhere } = await anOrganization(server, { owner: outsider });
    const pinned = await server.as(outsider.userId, { organizationId: elsewhere });
    expect(await statuses(pinned, (await aPlainSite(world)).id)).toEqual([404, 404, 404, 404]);
    const narrow = await server.as(outsider.userId, { scopes: ['space:read'] });
    expect(await statuses(narrow, (await aPlainSite(world)).id)).toEqual([403, 403, 403, 403]);
  });
});
