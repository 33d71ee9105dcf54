import { beforeAll, describe, expect, it } from 'vitest';
import { aCorporation, signIn, type Corporation } from '../../corporations.ts';
import { anOidcProvider, anOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aKeyPair, type KeyPair } from '../../saml-idp.ts';
import { aCompany, core, patch, person, provisioning, withToken } from '../../scim-provider.ts';

let server: Harness;
let pair: KeyPair;
beforeAll(async () => {
  server = await startServer();
  pair = aKeyPair();
});

describe('the token of a provider', () => {
  it('is shown once, kept as a hash, told in the audit log, and opens nothing else', async () => {
    const { id, owner, scim, token, providerId } = await aCompany(server);
    const path = `/v1/orgs/${id}/providers/${providerId}/scim`;
    await scim('GET Users');
    const shown = (await owner.rest(`GET ${path}`)).body;
    expect(shown).toMatchObject({
      url: expect.stringMatching(new RegExp(`/scim/v2/${providerId}$`)),
      token: { lastFour: token.slice(-4), lastUsedAt: expect.any(String) },
    });
    const audit = (await owner.rest(`GET /v1/orgs/${id}/events`)).body;
    const stored = await server.platform.db.prisma.scimToken.findUnique({ where: { providerId } });
    expect(audit.items.map(({ type }: { type: string }) => type)).toContain('scim_token.created');
    expect(JSON.stringify([shown, audit, stored])).not.toContain(token);
    const headers = { authorization: `Bearer ${token}` };
    for (const signature of ['GET /v1/user', `GET /v1/orgs/${id}`, `GET /v1/orgs/${id}/members`])
      expect((await server.call(signature, undefined, { headers })).status).toBe(401);
    expect((await server.call('POST /graphql', { query: '{ viewer { id } }' }, { headers })).status).toBe(401);
  });

  it('is refused at another provider, after the next one, and after its end', async () => {
    const { id, owner, scim, token, providerId } = await aCompany(server);
    const other = await anOidcProvider(server, id);
    expect((await withToken(server, other.id, token)('GET Users')).status).toBe(401);
    expect((await withToken(server, providerId, owner.secret)('GET Users')).body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '401',
    });
    const next = await owner.rest(`POST /v1/orgs/${id}/providers/${providerId}/scim`);
    expect((await scim('GET Users')).status).toBe(401);
    const now = withToken(server, providerId, next.body.token);
    expect((await now('GET Users')).status).toBe(200);
    expect((await owner.rest(`DELETE /v1/orgs/${id}/providers/${providerId}/scim`)).body.token).toBeUndefined();
    expect((await now('GET Users')).status).toBe(401);
  });

  it('reaches no provider of another organization', async () => {
    const { owner, id } = await anOrganization(server);
    const { providerId } = await aCompany(server);
    expect((await owner.rest(`POST /v1/orgs/${id}/providers/${providerId}/scim`)).status).toBe(404);
    expect((await owner.rest(`GET /v1/orgs/${id}/providers/${providerId}/scim`)).status).toBe(404);
  });
});

describe('what is supported', () => {
  it('is told by the documents of the standard', async () => {
    const { scim } = await aCompany(server);
    expect((await scim('GET ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 100 },
    });
    expect((await scim('GET ResourceTypes')).body.Resources.map((one: any) => one.endpoint)).toEqual([
      '/Users',
      '/Groups',
    ]);
    expect((await scim(`GET Schemas/${core}:User`)).body.attributes).toContainEqual(
      expect.objectContaining({ name: 'userName', required: true, uniqueness: 'server' }),
    );
    expect((await scim('GET Bulk')).body).toMatchObject({ status: '404' });
    expect((await scim('POST ResourceTypes', {})).status).toBe(405);
    expect((await scim('PUT Users', {})).body.detail).toContain('GET, POST');
  });
});

describe('a user who is disabled', () => {
  it('loses sessions and tokens for the organization at once', async () => {
    const company: Corporation = await aCorporation(server, pair);
    const { scim } = await provisioning(server, company, company.providerId);
    const created = await scim('POST Users', person('leaver', company.domain));
    const session = await signIn(server, company.providerId, { email: `leaver@${company.domain}`, pair });
    expect(session.user).toBe(created.body.id);
    const issued = await session.rest('POST /v1/user/tokens', { name: 'Mine' });
    const bearer = { headers: { authorization: `Bearer ${issued.body.token.secret ?? issued.body.secret}` } };
    expect((await session.rest(`GET /v1/orgs/${company.id}`)).status).toBe(200);
    await scim(`PATCH Users/${session.user}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect((await session.rest('GET /v1/user')).status).toBe(401);
    expect((await server.call('GET /v1/user', undefined, bearer)).status).toBe(401);
    await expect(signIn(server, company.providerId, { email: `leaver@${company.domain}`, pair })).rejects.toThrow();
  });

  it('is never the last admin who can sign in', async () => {
    const company = await aCorporation(server, pair);
    const { scim } = await provisioning(server, company, company.providerId);
    const { id } = (await scim('POST Users', person('boss', company.domain))).body;
    await company.owner.rest(`PATCH /v1/orgs/${company.id}/members/${id}`, { role: 'admin' });
    // The sign-in proves that the provider lets an admin in, so that the owner may go.
    await signIn(server, company.providerId, { email: `boss@${company.domain}`, pair });
    const gone = await company.owner.rest(`DELETE /v1/orgs/${company.id}/members/${company.owner.userId}`);
    expect(gone.body.error).toBeUndefined();
    const refused = { status: 409, body: { status: '409', detail: expect.stringContaining('admin') } };
    const off = patch({ op: 'Replace', path: 'active', value: false });
    expect(await scim(`PATCH Users/${id}`, off)).toMatchObject(refused);
    expect(await scim(`DELETE Users/${id}`)).toMatchObject(refused);
    expect((await scim(`GET Users/${id}`)).body.active).toBe(true);
  });
});

describe('who a user is', () => {
  it('is a member of the organization where there is one with the address, whose own profile stays', async () => {
    const { id, owner, scim, domain } = await aCompany(server);
    await server.platform.db.prisma.user.update({
      where: { id: owner.userId },
      data: { email: `owner@${domain}` },
    });
    const created = await scim('POST Users', person('owner', domain, { displayName: 'Somebody Else' }));
    expect(created.body.id).toBe(owner.userId);
    const { body } = await owner.rest(`GET /v1/orgs/${id}/members/${owner.userId}`);
    expect(body.user.displayName).not.toBe('Somebody Else');
    expect(body.role).toBe('admin');
  });

  it('is never a person of elsewhere, who keeps address and tokens', async () => {
    const { scim, domain } = await aCompany(server);
    const stranger = await server.aUser({ email: `stranger@${domain}` });
    const created = await scim('POST Users', person('stranger', domain));
    expect(created.status).toBe(201);
    expect(created.body.id).not.toBe(stranger.userId);
    expect((await stranger.rest('GET /v1/user')).body.email).toBe(`stranger@${domain}`);
  });

  it('is not shown to another provider, nor changed by it', async () => {
    const company = await aCompany(server);
    const other = await provisioning(server, company);
    const { id } = (await company.scim('POST Users', person('hidden', company.domain))).body;
    expect((await other.scim('GET Users')).body.totalResults).toBe(0);
    for (const request of [`GET Users/${id}`, `DELETE Users/${id}`])
      expect((await other.scim(request)).status).toBe(404);
    expect((await other.scim(`PATCH Users/${id}`, patch())).status).toBe(404);
    const group = (await company.scim('POST Groups', { displayName: 'Ours' })).body.id;
    expect((await other.scim(`DELETE Groups/${group}`)).status).toBe(404);
    const stolen = await other.scim('POST Groups', { displayName: 'Theirs', members: [{ value: id }] });
    expect(stolen.body).toMatchObject({ status: '400', scimType: 'invalidValue' });
  });
});

describe('a request that cannot be', () => {
  it.each([
    ['userName sw "a"', '"eq"'],
    ['userName eq', 'value after "eq"'],
    ['userName eq "a" or userName eq "b"', '"and"'],
    ['(userName eq "a")', 'character 1'],
    ['nickName eq "a"', 'may name'],
    ['constructor eq "a"', 'may name'],
    ['userName eq "a', 'value after "eq"'],
    [`userName eq "${'a'.repeat(1_000)}"`, 'at most'],
    [Array.from({ length: 11 }, () => 'userName eq "a"').join(' and '), 'at most'],
  ])('is refused with the reason: %s', async (filter, reason) => {
    const { scim } = await aCompany(server);
    expect((await scim(`GET Users?filter=${encodeURIComponent(filter)}`)).body).toMatchObject({
      status: '400',
      scimType: 'invalidFilter',
      detail: expect.stringContaining(reason),
    });
  });

  it('says which kind of error it is', async () => {
    const { scim, domain } = await aCompany(server);
    const { id, meta } = (await scim('POST Users', person('eve', domain))).body;
    const problem = async (signature: string, body?: unknown, headers?: Record<string, string>) => {
      const reply = await scim(signature, body, headers);
      return [reply.status, reply.body.scimType];
    };
    expect(await problem('POST Users', person('EVE', domain))).toEqual([409, 'uniqueness']);
    expect(await problem('POST Users', { userName: '' })).toEqual([400, 'invalidValue']);
    expect(await problem('POST Users', person('x', domain, { emails: [{ value: 'none' }] }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(await problem('POST Users', [])).toEqual([400, 'invalidSyntax']);
    const of = (operation: object) => problem(`PATCH Users/${id}`, patch(operation));
    expect(await of({ op: 'move', path: 'active' })).toEqual([400, 'invalidSyntax']);
    expect(await of({ op: 'remove' })).toEqual([400, 'noTarget']);
    expect(await of({ op: 'remove', path: 'userName' })).toEqual([400, 'mutability']);
    expect(await of({ op: 'replace', path: 'a b', value: 1 })).toEqual([400, 'invalidPath']);
    expect(await of({ op: 'replace', path: 'active', value: 'maybe' })).toEqual([400, 'invalidValue']);
    expect(await problem(`DELETE Users/${id}`, undefined, { 'if-match': 'W/"999"' })).toEqual([412, undefined]);
    expect(await problem('GET Users?count=many')).toEqual([400, 'invalidValue']);
    expect((await scim(`DELETE Users/${id}`, undefined, { 'if-match': meta.version })).status).toBe(204);
  });

  it('has pages of at most 100, by number', async () => {
    const { scim, domain } = await aCompany(server);
    for (const name of ['a', 'b', 'c']) await scim('POST Users', person(name, domain));
    const page = (await scim('GET Users?startIndex=2&count=1&attributes=userName')).body;
    expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(page.Resources).toEqual([
      { schemas: expect.anything(), id: expect.anything(), meta: expect.anything(), userName: `b@${domain}` },
    ]);
    expect((await scim('GET Users?startIndex=0&count=-1')).body).toMatchObject({ startIndex: 1, Resources: [] });
    expect((await scim('GET Users?startIndex=4&count=100000')).body).toMatchObject({ totalResults: 3, Resources: [] });
  });
});

it('two processes that send the same make the same', async () => {
  const { id, owner, scim, domain } = await aCompany(server);
  const bodies = ['p', 'q', 'r'].flatMap((name) => [person(name, domain), person(name, domain)]);
  const replies = await Promise.all(bodies.map((body) => scim('POST Users', body)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
  expect((await owner.rest(`GET /v1/orgs/${id}/members?limit=50`)).body.items).toHaveLength(4);
});
