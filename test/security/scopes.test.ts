import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { sourceServer } from '../source-server.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';

describe('what a token is limited to', () => {
  let server: Harness;
  let organization: AnOrganization;

  beforeAll(async () => {
    server = await startServer();
    organization = await anOrganization(server);
  });

  const anInstanceAdmin = (): Promise<Caller> => server.aUser({ isInstanceAdmin: true });

  it('to one organization, an instance admin finds no users of others', async () => {
    const admin = await anInstanceAdmin();
    const stranger = await server.aUser();
    const { id } = await anOrganization(server, { owner: admin });
    const pinned = await server.as(admin.userId, { organizationId: id });
    expect((await admin.rest(`GET /v1/users/${stranger.userId}`)).status).toBe(200);
    expect((await pinned.rest(`GET /v1/users/${stranger.userId}`)).status).toBe(404);
  });

  it('to one organization, an instance admin makes and ends no tokens of others', async () => {
    const admin = await anInstanceAdmin();
    const { id } = await anOrganization(server, { owner: admin });
    const member = await aMember(server, id, 'admin');
    const pinned = await server.as(admin.userId, { organizationId: id });
    const create = 'mutation ($user: ID!) { createApiToken(input: { name: "x", user: $user }) { secret } }';
    const made = await pinned.graphql(create, { user: member.userId });
    expect(made.body.errors[0].extensions.code).toBe('FORBIDDEN');
    const token = await server.platform.db.prisma.apiToken.findFirstOrThrow({ where: { userId: member.userId } });
    const revoke = 'mutation ($id: ID!) { revokeApiToken(tokenId: $id) { apiToken { id } } }';
    const ended = await pinned.graphql(revoke, { id: token.id });
    expect(ended.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('says nothing of the tokens and organizations of others, nor how many there are', async () => {
    const member = await aMember(server, organization.id, 'read');
    const query = `query ($id: ID!) { user(id: $id) {
      apiTokens { count edges { node { id } } } organizations { count edges { node { id } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: member.userId });
    expect(body.data.user).toEqual({ apiTokens: { count: 0, edges: [] }, organizations: { count: 0, edges: [] } });
  });

  it('to writing content, an import shows nothing of what is there', async () => {
    await using source = await sourceServer();
    const { id: spaceId } = await aSpace(server, organization.id);
    const url = source.serve('/page.md', { body: Buffer.from('# Secret'), type: 'text/markdown' });
    const writer = await server.as(organization.owner.userId, { scopes: ['space:content:write'] });
    const query = `mutation ($id: ID!, $url: String!, $more: Boolean!) {
      importContent(spaceId: $id, input: { url: $url, source: MARKDOWN }) {
        importedResources revision { id allPages @include(if: $more) { title } } } }`;
    const plain = await writer.graphql(query, { id: spaceId, url, more: false });
    expect(plain.body.data.importContent.importedResources).toBe(1);
    const { body } = await writer.graphql(query, { id: spaceId, url, more: true });
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
    expect(JSON.stringify(body)).not.toContain('Secret');
  });

  it('many unknown grants are looked up together', async () => {
    const { newId } = server.platform.services;
    const ids = Array.from({ length: 100 }, () => newId('grant'));
    const ask = async (some: readonly string[]) => {
      await server.statements.settled();
      server.statements.reset();
      await organization.owner.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: some });
      return server.statements.texts.length;
    };
    await ask(ids);
    expect(await ask(ids)).toBe(await ask(ids.slice(0, 1)));
  });

  it('a thousand mistakes in a request are not all told', async () => {
    const teams = `PUT /v1/orgs/${organization.id}/teams`;
    const wrong = await organization.owner.rest(teams, {
      title: 'x',
      members: Array.from({ length: 20_000 }, () => ({})),
    });
    expect([wrong.status, wrong.body.error.details.length]).toEqual([400, 100]);
    const more = await organization.owner.rest(teams, { title: 'x', members: Array.from({ length: 60_000 }, () => 1) });
    expect([more.status, more.body.error.type]).toEqual([400, 'malformed_request']);
    const emails = Array.from({ length: 5_000 }, () => 'x');
    const invited = await organization.owner.rest(`POST /v1/orgs/${organization.id}/invites`, { emails });
    expect(invited.status).toBe(400);
    expect(invited.body.error.details.length).toBeLessThanOrEqual(100);
    const role = await organization.owner.rest(`POST /v1/orgs/${organization.id}/link-invites`, {
      role: 'x'.repeat(50_000),
    });
    expect(role.status).toBe(400);
    expect(JSON.stringify(role.body).length).toBeLessThan(2_000);
  });
});
