import { beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../src/domain/people/tokens/issue.ts';
import { aCollection, anInstallation, anIntegration, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Harness, type Reply } from '../../harness.ts';
import { aSite, aSiteSection, aSiteSpace } from '../../site-factories.ts';

let server: Harness;
let organizationId: string;
/** A selected space, shown by the selected site and, before it, by `listed`; and one that only `listed` shows. */
let space: string;
let elsewhere: string;
/** The site that was selected; one that is published and one that is not, which were not selected. */
let chosen: string;
let listed: string;
let draft: string;
/** Content that its default level opens to every guest, and that nobody selected. */
let open: string;
let collection: string;
let below: string;
let headers: { authorization: string };
beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId } = await anOrganization(server));
  ({ id: space } = await aSpace(server, organizationId));
  ({ id: elsewhere } = await aSpace(server, organizationId));
  ({ id: open } = await aSpace(server, organizationId, { defaultLevel: 'edit' }));
  ({ id: collection } = await aCollection(server, organizationId, { defaultLevel: 'read' }));
  ({ id: below } = await aSpace(server, organizationId, { parentId: collection }));
  ({ id: listed } = await aSite(server, organizationId, { published: true, visibility: 'visitor-auth' }));
  ({ id: chosen } = await aSite(server, organizationId, { published: true, visibility: 'visitor-auth' }));
  ({ id: draft } = await aSite(server, organizationId));
  await aSiteSpace(server, { siteId: listed, spaceId: space });
  await aSiteSpace(server, { siteId: listed, spaceId: elsewhere });
  await aSiteSpace(server, { siteId: chosen, spaceId: space });
  await aSiteSpace(server, { siteId: chosen, spaceId: open });
  await aSiteSection(server, { siteId: draft, spaceId: space });
  headers = { authorization: `Bearer ${await aToken()}` };
});

async function aToken(): Promise<string> {
  const { db, services } = server.platform;
  const scopes = ['site:metadata:read', 'space:metadata:read', 'space:content:write'];
  const { id: integrationId, userId } = await anIntegration(server, organizationId, { scopes });
  const { id: installationId } = await anInstallation(server, integrationId, organizationId, { scopes });
  const spaces = [space, elsewhere].map((spaceId) => ({ installationId, spaceId, configuration: {} }));
  await db.prisma.installationSpace.createMany({ data: spaces });
  await db.prisma.installationSite.create({ data: { installationId, siteId: chosen, configuration: {} } });
  const values = { userId, kind: 'installation' as const, name: 'x', scopes: [], expiresAt: null };
  const deps = { db: db.prisma, newId: services.newId, now: services.now };
  return (await issueToken(deps, { ...values, installationId, organizationId })).secret;
}

const get = (path: string) => server.call(`GET /v1${path}`, undefined, { headers });
const query = (text: string) => server.call('POST /graphql', { query: text }, { headers });
const idsOf = ({ body }: Reply) => body.items.map(({ id }: { id: string }) => id).toSorted();

describe('a token of an installation', () => {
  it('lists the sites and spaces that were selected', async () => {
    expect(idsOf(await get(`/orgs/${organizationId}/sites`))).toEqual([chosen]);
    expect(idsOf(await get(`/orgs/${organizationId}/sites?space=${space}`))).toEqual([chosen]);
    expect(idsOf(await get(`/orgs/${organizationId}/spaces`))).toEqual([space, elsewhere].toSorted());
    const found = await query(`{ organization(id: "${organizationId}") {
      sites { edges { node { id } } } spaces { edges { node { id } } } } }`);
    expect(found.body.data.organization).toEqual({
      sites: { edges: [{ node: { id: chosen } }] },
      spaces: { edges: expect.toSatisfy((edges: unknown[]) => edges.length === 2) },
    });
  });

  it('does not find other sites that show one of its spaces, nor the parts of such sites', async () => {
    const { siteSections, siteSpaces } = await partsOf(draft);
    for (const site of [listed, draft]) {
      const answers = await Promise.all(
        ['', '/site-spaces', '/sections', '/structure'].map((part) =>
          get(`/orgs/${organizationId}/sites/${site}${part}`),
        ),
      );
      expect([site, ...answers.map(({ status }) => status)]).toEqual([site, 404, 404, 404, 404]);
    }
    expect((await get(`/orgs/${organizationId}/sites/${draft}/published`)).status).toBe(404);
    const nodes = [listed, draft, ...siteSections, ...siteSpaces].map(
      (id, index) => `n${index}: node(id: "${id}") { id }`,
    );
    const found = await query(`{ ${nodes.join(' ')} }`);
    expect(Object.values(found.body.data)).toEqual(nodes.map(() => null));
  });

  it('reads of its site only the spaces that were selected', async () => {
    const shown = await get(`/orgs/${organizationId}/sites/${chosen}/site-spaces`);
    expect(shown.body.items.map((item: { space: { id: string } }) => item.space.id)).toEqual([space]);
  });

  it('does not reach content by its default level', async () => {
    const paths = [`/spaces/${open}`, `/spaces/${open}/content`, `/spaces/${below}`, `/collections/${collection}`];
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
    expect(statuses).toEqual([404, 404, 404, 404]);
    const found = await query(
      `{ a: node(id: "${open}") { id } b: node(id: "${below}") { id } c: node(id: "${collection}") { id } }`,
    );
    expect(found.body.data).toEqual({ a: null, b: null, c: null });
  });

  it('learns the address of a space only from a site that was selected', async () => {
    const published = async (id: string) => (await get(`/spaces/${id}`)).body.urls.published;
    expect(await published(space)).toContain(chosen);
    expect(await published(elsewhere)).toBeUndefined();
  });
});

/** Ids of the parts of a site. */
async function partsOf(siteId: string) {
  const { prisma } = server.platform.db;
  const select = { where: { siteId }, select: { id: true } };
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    siteSections: ids(await prisma.siteSection.findMany(select)),
    siteSpaces: ids(await prisma.siteSpace.findMany(select)),
  };
}
