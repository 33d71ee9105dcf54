import { beforeAll, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
let spaceId: string;

beforeAll(async () => {
  server = await startServer();
  ({ owner, id: organizationId } = await anOrganization(server));
  ({ id: spaceId } = await aSpace(server, organizationId, { defaultLevel: 'inherit' }));
  const request = await owner.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'A draft' });
  expect([request.status, request.body.status]).toEqual([201, 'draft']);
  const { status } = await owner.rest(`POST /v1/spaces/${spaceId}/comments`, { body: { markdown: 'Secret' } });
  expect(status).toBeLessThan(300);
});

const countsFor = async (caller: Caller) => {
  const query =
    'query ($id: ID!) { space(id: $id) { commentsOpen changeRequestsTotal changeRequestsOpen changeRequestsDraft } }';
  return (await caller.graphql(query, { id: spaceId })).body.data.space;
};

const counts = (commentsOpen: number, changeRequestsDraft: number) => ({
  commentsOpen,
  changeRequestsTotal: changeRequestsDraft,
  changeRequestsOpen: 0,
  changeRequestsDraft,
});

it.each([
  ['read', counts(0, 0)],
  ['comment', counts(1, 0)],
  ['edit', counts(1, 1)],
] as const)('the counts for a member with the role %s are of what that member may see', async (role, expected) => {
  expect(await countsFor(await aMember(server, organizationId, role))).toEqual(expected);
});

it('the drafts of a caller are counted when those of others are hidden from them', async () => {
  const author = await aMember(server, organizationId, 'edit');
  await author.rest(`POST /v1/spaces/${spaceId}/change-requests`, { subject: 'Mine' });
  await owner.rest(`PATCH /v1/orgs/${organizationId}/members/${author.userId}`, { role: 'read' });
  expect(await countsFor(author)).toEqual(counts(0, 1));
});

it('the counts are zero for a token without the scope', async () => {
  const token = await server.as(owner.userId, { scopes: ['space:content:read', 'space:read'] });
  expect(await countsFor(token)).toEqual(counts(0, 0));
});

it('the spaces of a site are counted that the caller may read, on both faces', async () => {
  const { id: hidden } = await aSpace(server, organizationId, { defaultLevel: 'none' });
  const { body: site } = await owner.rest(`POST /v1/orgs/${organizationId}/sites`, {
    title: 'Docs',
    spaces: [spaceId, hidden],
  });
  const counted = async (caller: Caller) => {
    const query = 'query ($id: ID!) { site(id: $id) { siteSpaceCount siteSpaces { count } } }';
    const { body } = await caller.graphql(query, { id: site.id });
    const rest = await caller.rest(`GET /v1/orgs/${organizationId}/sites/${site.id}`);
    const list = await caller.rest(`GET /v1/orgs/${organizationId}/sites`);
    const { siteSpaceCount, siteSpaces } = body.data.site;
    return [siteSpaceCount, siteSpaces.count, rest.body.siteSpaces, list.body.items[0].siteSpaces];
  };
  expect(await counted(owner)).toEqual([2, 2, 2, 2]);
  expect(await counted(await aMember(server, organizationId, 'read'))).toEqual([1, 1, 1, 1]);
});
