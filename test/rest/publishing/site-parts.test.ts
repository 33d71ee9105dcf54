import { beforeAll, expect, it } from 'vitest';
import { aSectionedSite, aSitesWorld, customize, type SitesWorld } from '../../published-sites.ts';
import { write } from '../../visitors-world.ts';

let world: SitesWorld;
let site: Awaited<ReturnType<typeof aSectionedSite>>;

beforeAll(async () => {
  world = await aSitesWorld('site-parts');
  site = await aSectionedSite(world, { visibility: 'public' });
});

it('`defaultSiteSpace` of a section is the one that has its address', async () => {
  const at = `/v1/orgs/${world.organizationId}/sites/${site.id}/sections/${site.docs}`;
  const { status } = await world.owner.rest(`PATCH ${at}`, { defaultSiteSpace: site.older.id });
  expect(status).toBe(200);
  const rows = await world.server.platform.db.prisma.siteSpace.findMany({ where: { sectionId: site.docs } });
  expect(rows.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([site.older.id]);
});

it('a search in the current site space finds what it has, and not what its siblings have', async () => {
  for (const { spaceId } of [site.latest, site.older])
    await write(world.owner, spaceId, [{ operation: 'insert_page', title: `Zebras ${spaceId}` }]);
  const query = `query ($id: ID!, $part: ID) { site(id: $id) {
    search(first: 10, input: { query: "zebras", scope: { mode: CURRENT, siteSpaceId: $part } }) { edges { node { __typename } } } } }`;
  const { body } = await world.owner.graphql(query, { id: site.id, part: site.latest.id });
  expect(body.errors ?? []).toEqual([]);
  expect(body.data.site.search.edges).toHaveLength(1);
});

it('links of the footer lead to each kind of target', async () => {
  const targets = [
    { kind: 'file', file: 'fil_1', space: site.latest.spaceId },
    { kind: 'collection', collection: 'col_1' },
    { kind: 'user', user: 'usr_1' },
  ];
  const links = targets.map((to) => ({ title: to.kind, to }));
  await customize(world, site.id, { footer: { groups: [{ title: 'All', links }] } });
  const at = `/v1/orgs/${world.organizationId}/sites/${site.id}/customization`;
  expect((await world.owner.rest(`GET ${at}`)).body.footer.groups[0].links).toEqual(links);
});
