import { beforeAll, describe, expect, it } from 'vitest';
import { aMember, anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { aMergingWorld, changed, edit } from '../rest/authoring/merging-world.ts';
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

  it('an instance admin with a token of one organization finds no users of other organizations', async () => {
    const admin = await anInstanceAdmin();
    const stranger = await server.aUser();
    const { id } = await anOrganization(server, { owner: admin });
    const pinned = await server.as(admin.userId, { organizationId: id });
    expect((await admin.rest(`GET /v1/users/${stranger.userId}`)).status).toBe(200);
    expect((await pinned.rest(`GET /v1/users/${stranger.userId}`)).status).toBe(404);
  });

  it('an instance admin with a token of one organization creates and revokes no tokens of other users', async () => {
    const admin = await anInstanceAdmin();
    const { id } = await anOrganization(server, { owner: admin });
    const member = await aMember(server, id, 'admin');
    const pinned = await server.as(admin.userId, { organizationId: id });
    const create = 'mutation ($user: ID!) { createApiToken(input: { name: "x", userId: $user }) { token } }';
    const made = await pinned.graphql(create, { user: member.userId });
    expect(made.body.errors[0].extensions.code).toBe('FORBIDDEN');
    const token = await server.platform.db.prisma.apiToken.findFirstOrThrow({ where: { userId: member.userId } });
    const revoke = 'mutation ($id: ID!) { revokeApiToken(tokenId: $id) { apiToken { id } } }';
    const ended = await pinned.graphql(revoke, { id: token.id });
    expect(ended.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('a limited token reveals neither the tokens and organizations of others nor how many exist', async () => {
    const member = await aMember(server, organization.id, 'read');
    const query = `query ($id: ID!) { user(id: $id) {
      apiTokens { count edges { node { id } } } organizations { count edges { node { id } } } } }`;
    const { body } = await organization.owner.graphql(query, { id: member.userId });
    expect(body.data.user).toEqual({ apiTokens: { count: 0, edges: [] }, organizations: { count: 0, edges: [] } });
  });

  it('an import by a token that may only write content reveals nothing of the existing content', async () => {
    await using source = await sourceServer();
    const { id: spaceId } = await aSpace(server, organization.id);
    const url = source.serve('/page.md', { body: Buffer.from('# Secret'), type: 'text/markdown' });
    const writer = await server.as(organization.owner.userId, { scopes: ['space:content:write'] });
    const query = `mutation ($id: ID!, $url: URL!, $more: Boolean!) {
      importContent(spaceId: $id, input: { url: $url, source: MARKDOWN }) {
        importedResources revision { id allPages @include(if: $more) { title } } } }`;
    const plain = await writer.graphql(query, { id: spaceId, url, more: false });
    expect(plain.body.data.importContent.importedResources).toBe(1);
    const { body } = await writer.graphql(query, { id: spaceId, url, more: true });
    expect(body.errors[0].extensions.code).toBe('INSUFFICIENT_SCOPE');
    expect(JSON.stringify(body)).not.toContain('Secret');
  });

  it('an edit and a resolved conflict by a token that may only write content reveal nothing of the change request', async () => {
    const world = await aMergingWorld(server, organization.id, organization.owner);
    const { spaceId, id, at, pages } = world;
    await organization.owner.rest(`PATCH ${at}`, { subject: 'Secret' });
    await world.onMain(edit(pages.a, changed('two', 'MAIN')));
    await world.inRequest(edit(pages.a, changed('two', 'OWN')));
    await world.update();
    const writer = await server.as(organization.owner.userId, { scopes: ['space:content:write'] });
    const revision = async () => (await world.request()).revision as string;
    const before = await revision();
    const write = `mutation ($spaceId: ID!, $id: ID!) { updateContent(spaceId: $spaceId, changeRequestId: $id,
      input: { changes: [{ operation: INSERT_PAGE, title: "New" }] }) { changeRequest { ...Shown } changes { pageId } } }`;
    const settle = `mutation ($spaceId: ID!, $id: ID!, $page: ID!) { resolveConflict(spaceId: $spaceId,
      changeRequestId: $id, pageId: $page, input: { choice: MAIN }) { changeRequest { ...Shown } } }`;
    for (const shown of ['subject', 'id ... { number }', 'createdBy { displayName }', 'space { id } outdated'])
      for (const mutation of [write, settle]) {
        const { body } = await writer.graphql(`${mutation} fragment Shown on ChangeRequest { ${shown} }`, {
          spaceId,
          id,
          ...(mutation === settle ? { page: pages.a } : {}),
        });
        expect([shown, body.errors?.[0].extensions.code]).toEqual([shown, 'INSUFFICIENT_SCOPE']);
        expect(JSON.stringify(body)).not.toContain('Secret');
      }
    const rest = await writer.rest(`POST ${at}/content`, { changes: [{ operation: 'insert_page', title: 'New' }] });
    expect([rest.status, rest.body.error.type]).toEqual([403, 'insufficient_scope']);
    // The request is refused before the write, unless its answer has no content.
    expect(await revision()).toBe(before);
    const blind = await writer.graphql(`${write} fragment Shown on ChangeRequest { id }`, { spaceId, id });
    expect(blind.body.data.updateContent).toMatchObject({ changeRequest: { id }, changes: [{}] });
    expect(await revision()).not.toBe(before);
    const both = await server.as(organization.owner.userId, {
      scopes: ['space:content:write', 'space:change-requests:read'],
    });
    const seen = await both.graphql(`${write} fragment Shown on ChangeRequest { subject }`, { spaceId, id });
    expect(seen.body.data.updateContent.changeRequest.subject).toBe('Secret');
  });

  it.each([
    ['space:change-requests:write', 'updateChangeRequestFromMain', ''],
    ['space:content:write', 'resolveConflict', ', pageId: $page, input: { choice: MAIN }'],
  ] as const)('%s is all that %s needs, also where main content has moved on', async (scope, mutation, more) => {
    const world = await aMergingWorld(server, organization.id, organization.owner);
    const { spaceId, id, pages } = world;
    await world.inRequest(edit(pages.a, changed('two', 'OWN')));
    await world.onMain(edit(pages.a, changed('two', 'MAIN')));
    const before = (await world.request()).revision;
    const caller = await server.as(organization.owner.userId, { scopes: [scope] });
    const { body } = await caller.graphql(
      `mutation ($spaceId: ID!, $id: ID!${more && ', $page: ID!'}) {
        ${mutation}(spaceId: $spaceId, changeRequestId: $id${more}) { changeRequest { id } } }`,
      { spaceId, id, ...(more && { page: pages.a }) },
    );
    expect(body).toEqual({ data: { [mutation]: { changeRequest: { id } } } });
    expect((await world.request()).revision).not.toBe(before);
  });

  it('a token that may only read the content of a change request does not see its author', async () => {
    const { spaceId, id } = await aMergingWorld(server, organization.id, organization.owner);
    const reader = await server.as(organization.owner.userId, { scopes: ['space:content:read'] });
    const query = `query ($spaceId: ID!, $id: ID!) { space(id: $spaceId) { changeRequest(id: $id) {
      content { id } createdBy { displayName } } } }`;
    const { body } = await reader.graphql(query, { spaceId, id });
    expect(body).toMatchObject({
      data: { space: { changeRequest: null } },
      errors: [{ extensions: { code: 'INSUFFICIENT_SCOPE' } }],
    });
  });

  it('unknown users and teams of a grant are looked up in one batch', async () => {
    const { newId } = server.platform.services;
    const ids = Array.from({ length: 100 }, () => newId('grant'));
    const ask = async (some: readonly string[]) => {
      await server.statements.reset();
      await organization.owner.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: some });
      return server.statements.texts.length;
    };
    await ask(ids);
    expect(await ask(ids)).toBe(await ask(ids.slice(0, 1)));
  });

  it('an error answer lists only the first of a thousand mistakes', async () => {
    const teams = `PUT /v1/orgs/${organization.id}/teams`;
    const wrong = await organization.owner.rest(teams, {
      title: 'x',
      members: Array.from({ length: 1_000 }, () => ({})),
    });
    expect([wrong.status, wrong.body.error.details.length]).toEqual([400, 100]);
    for (const members of [Array.from({ length: 20_000 }, () => ({})), Array.from({ length: 60_000 }, () => 1)]) {
      const long = await organization.owner.rest(teams, { title: 'x', members });
      expect(long.body.error.details).toEqual([
        { path: 'body.members', rule: 'too_big', message: 'must have at most 1000 items' },
      ]);
    }
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
