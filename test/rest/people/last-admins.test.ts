import { beforeAll, describe, expect, it } from 'vitest';
import { aCorporation, signIn, signInOwner, type Corporation } from '../../corporations.ts';
import { aMember, anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aKeyPair, type KeyPair } from '../../saml-idp.ts';

let server: Harness;
let pair: KeyPair;
beforeAll(async () => {
  server = await startServer();
  pair = aKeyPair();
});

const problem = ({ status, body }: { readonly status: number; readonly body: any }) => [status, body.error?.type];
const refused = [409, 'invalid_state'];
const lastAdmin = [409, 'last_admin'];
const mark = (owner: Pick<Caller, 'rest'>, id: string, userId: string) =>
  owner.rest(`POST /v1/orgs/${id}/members/${userId}/sso`);

/** A corporation whose only admin is marked as an SSO member and has signed in. */
async function anSsoCorporation(): Promise<Corporation & { readonly session: Awaited<ReturnType<typeof signIn>> }> {
  const corporation = await aCorporation(server, pair);
  const { id, owner } = corporation;
  const session = await signInOwner(server, corporation, pair);
  expect((await mark(owner, id, owner.userId)).status).toBe(200);
  return { ...corporation, session };
}

describe('the last admin who can sign in', () => {
  it('is not marked as an SSO member without a provider, and keeps access', async () => {
    const { id, owner } = await anOrganization(server);
    expect(problem(await mark(owner, id, owner.userId))).toEqual(refused);
    const text = `mutation { markSsoMember(organizationId: "${id}", userId: "${owner.userId}") { member { sso } } }`;
    expect((await owner.graphql(text)).body.errors[0].extensions).toMatchObject({ status: 409 });
    expect((await owner.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
    // With another admin, it is no longer the last one.
    await aMember(server, id, 'admin');
    expect((await mark(owner, id, owner.userId)).status).toBe(200);
  });

  it('is not marked as an SSO member when no provider could sign them in', async () => {
    const { id, owner } = await aCorporation(server, pair);
    // The address of the admin lies in a domain that the organization has not proved.
    expect(problem(await mark(owner, id, owner.userId))).toEqual(refused);
    expect(problem(await owner.rest(`PATCH /v1/orgs/${id}`, { sso: true }))).toEqual(refused);
    expect((await owner.rest(`GET /v1/orgs/${id}`)).body.sso).toBe(false);
  });

  it('is not demoted, disabled or removed, and does not leave, while the others cannot', async () => {
    const { id, owner } = await anOrganization(server);
    const other = await aMember(server, id, 'admin');
    expect((await mark(owner, id, other.userId)).status).toBe(200);
    const path = `/v1/orgs/${id}/members/${owner.userId}`;
    expect(problem(await owner.rest(`PATCH ${path}`, { role: 'read' }))).toEqual(lastAdmin);
    expect(problem(await owner.rest(`DELETE ${path}`))).toEqual(lastAdmin);
    const disable = `mutation { updateMember(organizationId: "${id}", userId: "${owner.userId}", input: { disabled: true }) { member { disabled } } }`;
    expect((await owner.graphql(disable)).body.errors[0].extensions).toMatchObject({ type: 'last_admin' });
    expect(problem(await mark(owner, id, owner.userId))).toEqual(refused);
    // An admin whom nobody can be yet does not count either.
    const { body } = await owner.rest(`POST /v1/orgs/${id}/invites`, {
      emails: [`${id.toLowerCase()}@elsewhere.test`],
      role: 'admin',
    });
    expect(problem(await owner.rest(`DELETE ${path}`))).toEqual(lastAdmin);
    await server.as(body.users[0]);
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(204);
  });

  it('keeps their provider, its settings and its domain, also where SSO is not required of all', async () => {
    const { id, session, saml, providerId, domain } = await anSsoCorporation();
    const path = `${saml}/${providerId}`;
    expect(problem(await session.rest(`DELETE ${path}`))).toEqual(refused);
    expect(problem(await session.rest(`PATCH ${path}`, { certificate: null }))).toEqual(refused);
    expect(problem(await session.rest(`PATCH ${path}`, { entityID: '' }))).toEqual(refused);
    expect(problem(await session.rest(`PATCH /v1/orgs/${id}`, { emailDomains: [] }))).toEqual(refused);
    const { body } = await session.rest(`GET /v1/orgs/${id}`);
    expect([body.emailDomains, body.verifiedEmailDomains]).toEqual([[domain], [domain]]);
    expect((await session.rest(`PATCH ${path}`, { label: 'Renamed' })).status).toBe(200);
    // Another admin whose tokens do not wait for a sign-in may do all of it.
    await aMember(server, id, 'admin');
    expect((await session.rest(`DELETE ${path}`)).status).toBe(204);
  });

  it('may delete their provider after a sign-in by another', async () => {
    const { session, saml, providerId, domain } = await anSsoCorporation();
    const { entityID, ssoURL, certificate } = (await session.rest(`GET ${saml}/${providerId}`)).body;
    const second = await session.rest(`POST ${saml}`, { label: 'Second', entityID, ssoURL, certificate });
    expect(problem(await session.rest(`DELETE ${saml}/${providerId}`))).toEqual(refused);
    const next = await signIn(server, second.body.id, { email: `own@${domain}`, pair });
    expect((await next.rest(`DELETE ${saml}/${providerId}`)).status).toBe(204);
  });

  it('may require SSO of everybody, and then signs in', async () => {
    const corporation = await aCorporation(server, pair);
    const { id, owner, domain, providerId } = corporation;
    await signInOwner(server, corporation, pair);
    expect((await owner.rest(`PATCH /v1/orgs/${id}`, { sso: true })).status).toBe(200);
    const session = await signIn(server, providerId, { email: `own@${domain}`, pair });
    expect(session.user).toBe(owner.userId);
    expect((await session.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
  });
});

it('a member who is no admin is marked as an SSO member without a provider', async () => {
  const { id, owner } = await anOrganization(server);
  const member = await aMember(server, id, 'create');
  expect((await mark(owner, id, member.userId)).body).toMatchObject({ sso: true });
});
