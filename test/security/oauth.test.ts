import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aVerifier } from '../authenticator.ts';
import { anOrganization } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';
import {
  aClient,
  allow,
  anAllowedClient,
  askedBy,
  exchangeOf,
  openConsent,
  postForm,
  refreshOf,
} from '../oauth-clients.ts';
import { clock } from '../setup/clock.ts';
import { sendMessage } from '../tool-calls.ts';

let server: Harness;
let owner: Caller;
let organizationId: string;
beforeAll(async () => {
  server = await startServer();
});
// Each attack is on somebody of its own, so that what it gains can be counted.
beforeEach(async () => {
  ({ id: organizationId, owner } = await anOrganization(server));
});

const exchange = (form: Readonly<Record<string, string>>) => postForm(server, '/oauth/token', form);

/** How many tokens clients have that work in the organization of the test. */
const countTokens = () =>
  server.platform.db.prisma.apiToken.count({
    where: { organizationId, kind: 'oauth', revokedAt: null, expiresAt: { gt: clock.now() } },
  });

describe('a request at the authorization endpoint', () => {
  it.each([
    ['another host', 'https://evil.example.org/callback'],
    ['a path below', 'https://assistant.example.org/callback/more'],
    ['a query', 'https://assistant.example.org/callback?next=https://evil.example.org'],
    ['a fragment', 'https://assistant.example.org/callback#x'],
    ['a user name', 'https://assistant.example.org@evil.example.org/callback'],
    ['another case of the path', 'https://assistant.example.org/Callback'],
    ['dots', 'https://assistant.example.org/x/../callback'],
    ['plain http', 'http://assistant.example.org/callback'],
    ['another port', 'https://assistant.example.org:8443/callback'],
    ['a script', 'javascript:alert(1)//assistant.example.org/callback'],
    ['data', 'data:text/html,x'],
    ['loopback with another path', 'http://127.0.0.1:4000/other'],
    ['what looks like loopback', 'http://127.0.0.1.evil.example.org/callback'],
    ['nothing', ''],
  ])('is answered by a page, and by no redirect, for a redirect with %s', async (_what, redirect) => {
    const client = await aClient();
    const { status, headers, body } = await openConsent(server, { ...askedBy(client), redirect_uri: redirect });
    expect(status).toBe(400);
    expect(headers['location']).toBeUndefined();
    expect(body).not.toContain('href="https://evil');
    const given = { ...client.asked, redirectURL: redirect, organization: organizationId };
    expect((await owner.rest('POST /v1/user/grants', given)).status).toBe(400);
    expect(await server.platform.db.prisma.oauthCode.count({ where: { organizationId } })).toBe(0);
  });

  it.each([
    ['no PKCE', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
    ['PKCE by plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'abc' }, 'invalid_request'],
    ['a token asked for at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['the answer in a fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['no resource', { resource: '' }, 'invalid_target'],
    ['the resource of another server', { resource: 'https://evil.example.org/mcp' }, 'invalid_target'],
    ['scopes that nobody can allow', { scope: 'user:write' }, 'invalid_scope'],
  ])('is refused with %s, and sends nobody away unasked', async (_what, values, error) => {
    const client = await aClient();
    const { status, headers, body } = await openConsent(server, { ...askedBy(client), ...values });
    expect(status).toBe(400);
    expect(headers['location']).toBeUndefined();
    expect(body).toContain(error);
    const back = new URL(/href="(https:\/\/assistant[^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&')).searchParams;
    expect([back.get('error'), back.get('iss'), back.get('state')]).toEqual([error, baseUrl, 'a state']);
    expect(back.get('code')).toBeNull();
  });

  it('takes each parameter once', async () => {
    const client = await aClient();
    const query = [...Object.entries(askedBy(client)), ['redirect_uri', 'https://evil.example.org/callback']];
    expect((await openConsent(server, query as [string, string][])).status).toBe(400);
  });

  it('is answered by a page that no page frames, keeps or reads, and that needs a click with a token of its tab', async () => {
    const client = await aClient({ client_name: '<script>alert(1)</script>\u202Eevil' });
    const { headers, body } = await openConsent(server, askedBy(client));
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).not.toContain('<script>alert');
    expect(body).not.toContain('\u202E');
  });

  it('names the host of the client, where the code goes, and that a program on the device can pose as it', async () => {
    const client = await aClient({ client_name: 'Your bank' });
    const { body } = await openConsent(server, { ...askedBy(client), redirect_uri: 'http://127.0.0.1:5123/callback' });
    expect(body).toMatch(new RegExp(`id="client-host">${new URL(client.id).host.replace('.', '\\.')}`));
    expect(body).toContain('id="redirect-host">127.0.0.1:5123');
    expect(body).toContain('any program there can pose as');
  });
});

describe('consent', () => {
  it('needs a bearer: no cookie, form or page of another origin gives it', async () => {
    const { asked } = await aClient();
    const body = { ...asked, organization: organizationId };
    expect((await server.call('POST /v1/user/grants', body)).status).toBe(401);
    const headers = { cookie: `octavo=${owner.secret}`, origin: 'https://evil.example.org' };
    expect((await server.call('POST /v1/user/grants', body, { headers })).status).toBe(401);
    const form = await server.app.inject({
      method: 'POST',
      url: '/v1/user/grants',
      headers: { authorization: `Bearer ${owner.secret}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'clientId=x',
    });
    expect(form.statusCode).toBe(415);
  });

  it('gives no more than the caller has, and is given by no client', async () => {
    const client = await aClient();
    const limited = await server.as(owner.userId, { scopes: ['user:write', 'space:read'] });
    const body = { ...client.asked, organization: organizationId };
    expect((await limited.rest('POST /v1/user/grants', body)).body.error.type).toBe('insufficient_scope');
    const given = (values: object) => owner.rest('POST /v1/user/grants', { ...body, ...values });
    expect((await given({ scopes: ['user:write'] })).status).toBe(400);
    expect((await given({ scopes: ['site:write'] })).status).toBe(400);
    expect((await given({ resource: `${baseUrl}/graphql` })).status).toBe(400);
    const elsewhere = await anOrganization(server);
    expect((await given({ organization: elsewhere.id })).body.error.type).toBe('reference_not_found');
    const own = await anAllowedClient(server, owner, organizationId, {
      scopes: ['org:read', 'user:read'],
      resource: `${baseUrl}/v1`,
    });
    expect((await own.rest('POST /v1/user/grants', body)).status).toBe(403);
    expect((await own.rest('POST /v1/user/tokens', { name: 'Mine' })).status).toBe(403);
  });
});

describe('a code', () => {
  it('is worth nothing to whoever steals it', async () => {
    const [client, thief] = [await aClient(), await aClient()];
    const steal = async (values: Readonly<Record<string, string>>) => {
      const code = (await allow(owner, organizationId, client)).get('code') ?? '';
      const { status, body } = await exchange({ ...exchangeOf(client, code), ...values });
      expect([status, body.error]).toEqual([400, expect.stringMatching(/^invalid_(grant|target)$/)]);
      // It was tried, so the client itself gets nothing either.
      expect((await exchange(exchangeOf(client, code))).status).toBe(400);
    };
    await steal({ code_verifier: aVerifier().codeVerifier });
    await steal({ code_verifier: client.codeChallenge });
    await steal({ client_id: thief.id });
    await steal({ client_id: thief.id, code_verifier: thief.codeVerifier });
    await steal({ redirect_uri: 'http://127.0.0.1:4000/callback' });
    await steal({ resource: `${baseUrl}/v1` });
    expect(await countTokens()).toBe(0);
  });

  it('is refused without its verifier, with an empty one, and by other grants', async () => {
    const client = await aClient();
    const code = (await allow(owner, organizationId, client)).get('code') ?? '';
    const { code_verifier: _verifier, ...without } = exchangeOf(client, code);
    expect((await exchange(without)).body.error).toBe('invalid_request');
    expect((await exchange({ ...without, code_verifier: '' })).body.error).toBe('invalid_request');
    expect((await exchange({ ...exchangeOf(client, code), grant_type: 'password' })).body.error).toBe(
      'unsupported_grant_type',
    );
    const injected = await exchange({ ...exchangeOf(client, 'x'.repeat(43)) });
    expect(injected.body.error).toBe('invalid_grant');
    expect(await countTokens()).toBe(0);
  });

  it('of another person is bound to the verifier of the client that began: it cannot be injected', async () => {
    const victim = await aClient();
    const attacker = { ...victim, ...(await aClient()), id: victim.id };
    const code = (
      await allow(owner, organizationId, { asked: { ...victim.asked, codeChallenge: attacker.codeChallenge } })
    ).get('code');
    expect((await exchange(exchangeOf(victim, code ?? ''))).body.error).toBe('invalid_grant');
    expect(await countTokens()).toBe(0);
  });

  it('that comes twice ends what it gave', async () => {
    const { client, code, tokens, rest } = await anAllowedClient(server, owner, organizationId);
    expect(await countTokens()).toBe(1);
    expect((await exchange(exchangeOf(client, code))).body.error).toBe('invalid_grant');
    expect((await sendMessage({ rest }, 'tools/list')).status).toBe(401);
    expect((await exchange(refreshOf(client, tokens.refresh_token))).body.error).toBe('invalid_grant');
    expect(await countTokens()).toBe(0);
  });

  it('that comes ten times at once gives at most one grant, which does not stay', async () => {
    const client = await aClient();
    const code = (await allow(owner, organizationId, client)).get('code') ?? '';
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(exchangeOf(client, code))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await countTokens()).toBe(0);
  });

  it('tells the client who answers, so that the answer of another server is not taken for it', async () => {
    const answer = await allow(owner, organizationId, await aClient(), { state: 'mine' });
    expect([answer.get('iss'), answer.get('state')]).toEqual([baseUrl, 'mine']);
  });
});

describe('a refresh token', () => {
  it('works once, and a second use of any earlier one ends the grant', async () => {
    const { client, tokens } = await anAllowedClient(server, owner, organizationId);
    const second = (await exchange(refreshOf(client, tokens.refresh_token))).body;
    const third = (await exchange(refreshOf(client, second.refresh_token))).body;
    expect(await countTokens()).toBe(1);
    expect((await exchange(refreshOf(client, tokens.refresh_token))).body.error).toBe('invalid_grant');
    expect((await exchange(refreshOf(client, third.refresh_token))).body.error).toBe('invalid_grant');
    expect(await countTokens()).toBe(0);
    const events = (await owner.rest(`GET /v1/orgs/${organizationId}/audit-events`)).body.items;
    expect(events.some(({ action }: { action: string }) => action === 'oauth_grant.revoked')).toBe(true);
  });

  it('is that of its client and its resource, and no access token', async () => {
    const { client, tokens } = await anAllowedClient(server, owner, organizationId);
    const other = await aClient();
    expect((await exchange(refreshOf(other, tokens.refresh_token))).status).toBe(400);
    const wrong = { ...refreshOf(client, tokens.refresh_token), resource: `${baseUrl}/v1` };
    expect((await exchange(wrong)).body.error).toBe('invalid_target');
    expect((await exchange(refreshOf(client, tokens.access_token))).status).toBe(400);
    const bearer = { headers: { authorization: `Bearer ${tokens.refresh_token}` } };
    expect((await server.call('POST /mcp', {}, bearer)).status).toBe(401);
    expect((await exchange(refreshOf(client, tokens.refresh_token))).status).toBe(200);
  });

  it('used ten times at once leaves nothing', async () => {
    const { client, tokens } = await anAllowedClient(server, owner, organizationId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => exchange(refreshOf(client, tokens.refresh_token))),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await countTokens()).toBe(0);
  });

  it('is stored as a hash, as all that a client has', async () => {
    const { code, tokens } = await anAllowedClient(server, owner, organizationId);
    const { prisma } = server.platform.db;
    const rows = JSON.stringify(
      [
        await prisma.oauthCode.findMany({ where: { organizationId } }),
        await prisma.oauthGrant.findMany({ where: { token: { organizationId } } }),
        await prisma.apiToken.findMany({ where: { organizationId, kind: 'oauth' } }),
        await prisma.event.findMany({ where: { organizationId } }),
      ],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );
    for (const secret of [code, tokens.access_token, tokens.refresh_token, tokens.refresh_token.slice(4, 68)])
      expect(rows).not.toContain(secret);
  });
});
