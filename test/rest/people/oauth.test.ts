import { beforeAll, describe, expect, it } from 'vitest';
import { resourceScopes } from '../../../src/domain/people/oauth/fields.ts';
import { memberTools } from '../../../src/mcp/table.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import {
  aClient,
  aClientGrant,
  allow,
  anAllowedClient,
  askedBy,
  exchangeOf,
  openConsent,
  postForm,
  redirectURL,
  refreshOf,
} from '../../oauth-clients.ts';
import { callTool, listTools, sendMessage } from '../../tool-calls.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
  ({ id: organizationId, owner } = await anOrganization(server, { title: 'Acme' }));
});

describe('discovery', () => {
  it('leads from a refusal of /mcp to the endpoints', async () => {
    const refused = await server.call('POST /mcp', {});
    const named = /resource_metadata="([^"]+)"/.exec(String(refused.headers['www-authenticate']))?.[1] ?? '';
    const resource = (await server.call(`GET ${new URL(named).pathname}`)).body;
    expect(resource).toMatchObject({ resource: `${baseUrl}/mcp`, authorization_servers: [baseUrl] });
    const { body } = await server.call('GET /.well-known/oauth-authorization-server');
    expect(body).toMatchObject({
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}/oauth/authorize`,
      token_endpoint: `${baseUrl}/oauth/token`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    expect(body).not.toHaveProperty('registration_endpoint');
  });

  it('names the scopes that tools need, and none by which a client would make tokens', () => {
    const needed = new Set(memberTools.flatMap(({ scopes }) => scopes));
    expect([...needed].filter((scope) => !resourceScopes['/mcp']?.includes(scope))).toEqual([]);
    expect(Object.values(resourceScopes).flat()).not.toContain('user:write');
  });
});

describe('a client', () => {
  it('gets from consent to tools, and to new tokens', async () => {
    const client = await aClient();
    const page = await openConsent(server, askedBy(client));
    expect(page.status).toBe(200);
    expect(page.body).toContain(new URL(client.id).host);
    expect(page.body).toContain('assistant.example.org');
    const answer = await allow(owner, organizationId, client, { state: 'a state' });
    expect(answer.get('iss')).toBe(baseUrl);
    expect(answer.get('state')).toBe('a state');
    const { status, headers, body } = await postForm(server, '/oauth/token', exchangeOf(client, answer.get('code')!));
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.expires_in).toBeGreaterThan(3_500);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'space:read space:content:read' });
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    const list = (token: string) =>
      server.call('POST /mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, bearer(token));
    expect((await list(body.access_token)).status).toBe(200);
    const renewed = await postForm(server, '/oauth/token', refreshOf(client, body.refresh_token));
    expect(renewed.status).toBe(200);
    expect(renewed.body.refresh_token).not.toBe(body.refresh_token);
    expect((await list(body.access_token)).status).toBe(401);
    expect((await list(renewed.body.access_token)).status).toBe(200);
  });

  it('does in one organization what was allowed, as far as the person may, and says so in the audit log', async () => {
    const { id: spaceId } = await aSpace(server, organizationId);
    const member = await aMember(server, organizationId, 'edit');
    const { rest, tokens } = await anAllowedClient(server, member, organizationId, {
      scopes: ['space:read', 'space:content:read', 'space:change-requests:read', 'space:change-requests:write'],
    });
    expect(tokens.scope.split(' ')).toHaveLength(4);
    expect(await listTools({ rest })).toContain('create_change_request');
    const made = await callTool({ rest }, 'create_change_request', { space: spaceId, subject: 'By a client' });
    expect(made.isError).toBe(false);
    const log = (await owner.rest(`GET /v1/orgs/${organizationId}/audit-events?limit=50`)).body.items;
    const events = log.filter(({ actor }: any) => actor?.id === member.userId || actor === member.userId);
    const event = log.find(({ action, source }: any) => action === 'change_request.created' && source === 'mcp');
    expect(event.userAgent).toMatch(/\(127\.0\.0\.1:\d+\)$/);
    expect(events.length + log.filter(({ action }: any) => action === 'oauth_grant.created').length).toBeGreaterThan(0);
    const elsewhere = await anOrganization(server);
    const { id: foreign } = await aSpace(server, elsewhere.id);
    expect((await callTool({ rest }, 'read_outline', { space: foreign })).isError).toBe(true);
  });

  it('has a token for one resource alone', async () => {
    const tool = await anAllowedClient(server, owner, organizationId);
    expect((await tool.rest('GET /v1/orgs')).status).toBe(401);
    const query = { query: '{ viewer { id } }' };
    expect((await tool.rest('POST /graphql', query)).status).toBe(401);
    const scopes = ['org:read'] as const;
    const plain = await anAllowedClient(server, owner, organizationId, { scopes, resource: `${baseUrl}/v1` });
    expect((await plain.rest('GET /v1/orgs')).status).toBe(200);
    expect((await sendMessage(plain, 'tools/list')).status).toBe(401);
    expect((await plain.rest('POST /graphql', query)).status).toBe(401);
  });

  it('ends what it was allowed', async () => {
    const { client, rest, tokens } = await anAllowedClient(server, owner, organizationId);
    const forms = [{ token: 'unknown' }, { token: tokens.refresh_token, client_id: 'https://other.example.org/c' }];
    expect((await postForm(server, '/oauth/revoke', { ...forms[0]!, client_id: client.id })).status).toBe(200);
    expect((await postForm(server, '/oauth/revoke', forms[1] as Record<string, string>)).status).toBe(200);
    expect((await sendMessage({ rest }, 'tools/list')).status).toBe(200);
    const form = { token: tokens.refresh_token, client_id: client.id };
    expect((await postForm(server, '/oauth/revoke', form)).status).toBe(200);
    expect((await sendMessage({ rest }, 'tools/list')).status).toBe(401);
    expect((await postForm(server, '/oauth/token', refreshOf(client, tokens.refresh_token))).body.error).toBe(
      'invalid_grant',
    );
  });
});

describe('/v1/user/grants', () => {
  it('shows people what they allowed, and ends it at once', async () => {
    const member = await aMember(server, organizationId, 'read');
    const { client, rest, tokens } = await anAllowedClient(server, member, organizationId);
    const { items } = (await member.rest('GET /v1/user/grants')).body;
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      clientId: client.id,
      clientName: 'An assistant',
      organization: organizationId,
      redirectURL,
      resource: `${baseUrl}/mcp`,
      scopes: ['space:read', 'space:content:read'],
    });
    const shown = await member.graphql('{ viewer { oauthGrants { count edges { node { grantId clientName } } } } }');
    expect(shown.body.data.viewer.oauthGrants.edges[0].node.grantId).toBe(items[0].id);
    const stranger = await server.aUser();
    expect((await stranger.rest(`DELETE /v1/user/grants/${items[0].id}`)).status).toBe(404);
    expect((await member.rest(`DELETE /v1/user/grants/${items[0].id}`)).status).toBe(205);
    expect((await sendMessage({ rest }, 'tools/list')).status).toBe(401);
    expect((await postForm(server, '/oauth/token', refreshOf(client, tokens.refresh_token))).status).toBe(400);
    expect((await member.rest('GET /v1/user/grants')).body.items).toEqual([]);
    const log = (await owner.rest(`GET /v1/orgs/${organizationId}/audit-events?limit=50`)).body.items;
    const actions = log.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['oauth_grant.created', 'oauth_grant.revoked']));
  });

  it('hides those of other organizations from a token that is limited to one', async () => {
    const member = await aMember(server, organizationId, 'read');
    await aClientGrant(server, { userId: member.userId, organizationId });
    const other = await anOrganization(server);
    const limited = await server.as(member.userId, { organizationId: other.id });
    expect((await limited.rest('GET /v1/user/grants')).body.items).toEqual([]);
    expect((await member.rest('GET /v1/user/grants')).body.items).toHaveLength(1);
  });

  it('keeps twenty of a person in an organization, and ends the one that was not used for the longest time', async () => {
    const member = await aMember(server, organizationId, 'read');
    const first = await anAllowedClient(server, member, organizationId);
    for (let made = 0; made < 19; made += 1) await aClientGrant(server, { userId: member.userId, organizationId });
    expect((await sendMessage(first, 'tools/list')).status).toBe(200);
    await anAllowedClient(server, member, organizationId);
    expect((await member.rest('GET /v1/user/grants?limit=50')).body.items).toHaveLength(20);
  });

  it('ends with the membership, and rests where the organization requires a sign-in', async () => {
    const member = await aMember(server, organizationId, 'read');
    const { client, rest, tokens } = await anAllowedClient(server, member, organizationId);
    const key = { organizationId_userId: { organizationId, userId: member.userId } };
    await server.platform.db.prisma.member.update({ where: key, data: { sso: true, signedInAt: null } });
    const resting = await callTool({ rest }, 'list_spaces', { organization: organizationId });
    expect(resting.texts[0]).toMatch(/^sso_required/);
    const { asked } = await aClient();
    const body = { ...asked, organization: organizationId };
    expect((await member.rest('POST /v1/user/grants', body)).body.error.type).toBe('sso_required');
    await server.platform.db.prisma.member.update({ where: key, data: { sso: false } });
    expect((await owner.rest(`DELETE /v1/orgs/${organizationId}/members/${member.userId}`)).status).toBeLessThan(300);
    expect((await sendMessage({ rest }, 'tools/list')).status).toBe(401);
    expect((await postForm(server, '/oauth/token', refreshOf(client, tokens.refresh_token))).status).toBe(400);
  });
});
