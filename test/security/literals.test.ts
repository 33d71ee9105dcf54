import { beforeAll, describe, expect, it } from 'vitest';
import { anOrganization, aSpace, type AnOrganization } from '../factories.ts';
import { startServer, type Harness } from '../harness.ts';

describe('texts that cannot be stored', () => {
  let server: Harness;
  let organization: AnOrganization;
  let spaceId: string;

  beforeAll(async () => {
    server = await startServer();
    organization = await anOrganization(server);
    ({ id: spaceId } = await aSpace(server, organization.id));
  });

  const written = [
    String.raw`{ node(id: "spc_\u0000") { id } }`,
    String.raw`{ space(id: "\u0000") { title } }`,
    String.raw`{ organizations(first: 2, after: "\u0000") { count } }`,
    String.raw`mutation { updateSpace(spaceId: "SPACE", input: { title: "a\u0000b" }) { space { id } } }`,
    String.raw`mutation { createComment(spaceId: "SPACE", input: { body: { markdown: "a\u0000b" } }) { comment { id } } }`,
    String.raw`mutation { createComment(spaceId: "SPACE", input: { body: { markdown: "a" }, tableCell: { record: "\u0000", definition: "x" } }) { comment { id } } }`,
    String.raw`mutation { inviteMembers(organizationId: "ORG", input: { emails: [{ email: "a@b.example\u0000", role: null }] }) { invited } }`,
    String.raw`mutation { updateTeamMembers(organizationId: "ORG", teamId: "x", input: { memberships: [{ user: "__proto__", role: OWNER }, { user: "constructor", role: OWNER }] }) { team { id } } }`,
    String.raw`mutation { setVariables(spaceId: "x", input: { variables: { __proto__: { role: "owner" }, constructor: { role: "owner" } } }) { revision { id } } }`,
    String.raw`{ organization(id: "ORG") { members(search: "\u0000%_\\") { count } } }`,
    String.raw`{ organizationsByEmailDomain(emailDomain: "\u0000") { id } }`,
    `mutation { updateSpace(spaceId: "SPACE", input: { title: "x" }, expectedVersion: 2147483647) { space { id } } }`,
  ];

  it.each(written)('text that the database cannot store is refused in %s', async (template) => {
    const query = template.replaceAll('SPACE', spaceId).replaceAll('ORG', organization.id);
    for (const round of [1, 2, 3]) {
      const { body } = await organization.owner.graphql(query);
      const codes = (body.errors ?? []).map(({ extensions }: { extensions: { code: string } }) => extensions.code);
      expect(codes.length, `round ${round}`).toBeGreaterThan(0);
      expect(codes).not.toContain('INTERNAL_SERVER_ERROR');
    }
  });

  it.each([
    String.raw`{"id":"\u0000"}`,
    String.raw`{"id":"\ud800"}`,
    '{"__proto__":{"id":"x"}}',
    `{"id":${'['.repeat(500)}${']'.repeat(500)}}`,
  ])('an id with text that the database cannot store is refused: %s', async (variables) => {
    const query = 'query ($id: ID!) { node(id: $id) { id } }';
    const url = `/graphql?query=${encodeURIComponent(query)}&variables=${encodeURIComponent(variables)}`;
    const { body } = await organization.owner.rest(`GET ${url}`);
    expect(body.errors[0].extensions.status).toBe(400);
  });
});
