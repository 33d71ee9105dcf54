import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxRefusals } from '../../../src/domain/people/sign-in/refusals.ts';
import { aDomain, proveDomain } from '../../corporations.ts';
import { anOrganization, aTeam, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { anIssuer, anIssuerOf, beginOidc, comeBack, type Issuer, type IssuerAnswers } from '../../oidc-issuer.ts';
import { codeOf, exchange } from '../../saml-idp.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let issuer: Issuer;
let organization: AnOrganization;
let domain: string;
beforeAll(async () => {
  server = await startServer();
  issuer = await anIssuer();
  domain = aDomain();
  organization = await anOrganization(server, { emailDomains: [domain] });
  await proveDomain(server, organization, domain);
});
afterAll(() => issuer[Symbol.asyncDispose]());
beforeEach(() => {
  issuer.answers = {};
});

/** Signs somebody in and returns the session, or the refusal. */
async function signIn(
  providerId: string,
  answers: IssuerAnswers,
): Promise<{ user?: string; refused?: string; token?: string }> {
  issuer.answers = answers;
  const begun = await beginOidc(server, issuer, providerId);
  const reply = await comeBack(server, issuer, begun);
  if (reply.status === 403) return { refused: reply.body.error.message };
  const { body } = await exchange(server, codeOf(reply), begun.verifier);
  return { user: body.user, token: body.token };
}

const ada = (more = {}) => ({
  sub: 'ada',
  email: `Ada@${domain}`,
  email_verified: true,
  name: 'Ada Lovelace',
  ...more,
});
let subjects = 0;
const aSubject = () => `subject-${(subjects += 1)}`;

describe('POST /v1/orgs/{organizationId}/oidc', () => {
  it('creates a provider with the addresses to enter at it, and never returns the secret', async () => {
    const { id, owner } = organization;
    const settings = { label: 'Keycloak', issuer: issuer.url, clientId: 'octavo', clientSecret: 'a very secret' };
    const { status, body } = await owner.rest(`POST /v1/orgs/${id}/oidc`, settings);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'oidc-provider',
      hasClientSecret: true,
      scopes: ['openid', 'email', 'profile'],
      admits: 'domains',
      trust: 'verified',
      roles: [],
    });
    expect(body.service.redirectURL).toMatch(new RegExp(`/oidc/${body.id}/callback$`));
    const shown = await owner.rest(`GET /v1/orgs/${id}/oidc/${body.id}`);
    const events = await owner.rest(`GET /v1/orgs/${id}/events?limit=20`);
    expect(JSON.stringify([body, shown.body, events.body])).not.toContain('a very secret');
    const { sealedSecret } = await server.platform.db.prisma.oidcProvider.findUniqueOrThrow({ where: { id: body.id } });
    expect(sealedSecret).not.toContain('a very secret');
    expect((await owner.rest(`DELETE /v1/orgs/${id}/oidc/${body.id}`)).status).toBe(204);
    expect((await owner.rest(`GET /v1/orgs/${id}/oidc/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['https://login.microsoftonline.com/common/v2.0', 'one tenant'],
    ['https://login.microsoftonline.com/organizations/v2.0', 'one tenant'],
    ['https://idp.test/.well-known/openid-configuration', 'without'],
    ['http://idp.test', 'https'],
    ['https://idp.test/?a=b', 'without a query'],
  ])('refuses the issuer %s and says what to enter', async (given, message) => {
    const values = { label: 'Example', issuer: given, clientId: 'octavo' };
    const { status, body } = await organization.owner.rest(`POST /v1/orgs/${organization.id}/oidc`, values);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it('refuses teams of other organizations', async () => {
    const { id: team } = await aTeam(server, (await anOrganization(server)).id);
    const rules = [{ claim: 'groups', value: 'a', teams: [team] }];
    const values = { label: 'Example', issuer: issuer.url, clientId: 'octavo', roles: rules };
    const { status, body } = await organization.owner.rest(`POST /v1/orgs/${organization.id}/oidc`, values);
    expect([status, body.error.type]).toEqual([404, 'reference_not_found']);
  });
});

describe('a sign-in by OpenID Connect', () => {
  it('is one of the subject from then on, whatever the address becomes', async () => {
    const providerId = await anIssuerOf(organization, issuer);
    const first = await signIn(providerId, { claims: ada() });
    expect(first.user).toMatch(/^usr_/);
    const me = await server.call('GET /v1/user', undefined, { headers: { authorization: `Bearer ${first.token}` } });
    expect(me.body).toMatchObject({ displayName: 'Ada Lovelace', email: `ada@${domain}` });
    expect(await signIn(providerId, { claims: ada({ email: `countess@${domain}` }) })).toMatchObject({
      user: first.user,
    });
    expect(await signIn(providerId, { claims: ada({ email: undefined, email_verified: undefined }) })).toMatchObject({
      user: first.user,
    });
    const logins = await server.call(`GET /v1/logins?organization=x@${domain}`);
    expect(logins.body.items).toContainEqual(
      expect.objectContaining({ id: providerId, startURL: expect.stringContaining(`/oidc/${providerId}/start`) }),
    );
    const ofOrganization = await organization.owner.rest(`GET /v1/orgs/${organization.id}/sso`);
    expect(ofOrganization.body.items.map((login: { id: string }) => login.id)).toContain(providerId);
  });

  it('takes what the ID token lacks from the userinfo', async () => {
    const providerId = await anIssuerOf(organization, issuer, { requires: { claim: 'groups', values: ['docs'] } });
    const sub = aSubject();
    const userinfo = { sub, email: `${sub}@${domain}`, email_verified: true, groups: ['docs'] };
    expect(await signIn(providerId, { claims: { sub }, userinfo })).toMatchObject({ user: expect.any(String) });
    expect(await signIn(providerId, { claims: { sub }, userinfo: { sub } })).toEqual({
      refused: expect.stringContaining('"groups" must have'),
    });
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    ['a domain that is not listed', {}, { email: 'a@elsewhere.test', email_verified: true }, 'does not list'],
    ['no address', {}, {}, 'names no email address'],
    ['Keycloak, which says false for people whom an admin made', {}, { email_verified: false }, 'scope mapping'],
    ['a provider that says nothing', {}, { email: 'x' }, 'email_verified'],
  ])('is refused for %s, and says what to change', async (_name, settings, claims, message) => {
    const providerId = await anIssuerOf(organization, issuer, settings);
    const sub = aSubject();
    const address = Object.keys(claims).length === 0 ? {} : { email: `${sub}@${domain}` };
    const given = { ...address, ...claims, ...('email' in claims && claims.email === 'x' ? address : {}) };
    expect(await signIn(providerId, { claims: { sub, ...given } })).toEqual({
      refused: expect.stringContaining(message),
    });
    const refusal = await server.platform.db.prisma.event.findFirst({
      where: { organizationId: organization.id, type: 'session.refused', subjectId: providerId },
    });
    expect(JSON.stringify(refusal?.data)).toContain(message.replaceAll('"', '\\"'));
  });

  it.each([
    ['unless-denied', {}],
    ['all', { email_verified: false }],
  ])('admits an address that is not verified where trust is "%s"', async (trust, more) => {
    const providerId = await anIssuerOf(organization, issuer, { trust });
    const sub = aSubject();
    expect(await signIn(providerId, { claims: { sub, email: `${sub}@${domain}`, ...more } })).toMatchObject({
      user: expect.any(String),
    });
  });

  it('admits everybody where the provider says so, each by the subject', async () => {
    const providerId = await anIssuerOf(organization, issuer);
    const { id, owner } = organization;
    const changed = await owner.rest(`PATCH /v1/orgs/${id}/oidc/${providerId}`, { admits: 'everyone' });
    expect([changed.status, changed.body.admits]).toEqual([200, 'everyone']);
    const first = await signIn(providerId, {
      claims: { sub: aSubject(), email: 'x@gmail.test', email_verified: true },
    });
    const second = await signIn(providerId, {
      claims: { sub: aSubject(), email: 'x@gmail.test', email_verified: true },
    });
    expect(first.user).toMatch(/^usr_/);
    expect(second.user).toMatch(/^usr_/);
    expect(second.user).not.toBe(first.user);
  });

  it('gives roles and teams by claims at each sign-in, and an absent claim takes nothing', async () => {
    const { id: team } = await aTeam(server, organization.id);
    const roles = [
      { claim: 'realm_access.roles', value: 'writers', role: 'edit', teams: [team] },
      { claim: 'realm_access.roles', value: 'chiefs', role: 'admin' },
    ];
    const providerId = await anIssuerOf(organization, issuer, { roles, defaultRole: 'read' });
    const person = { sub: aSubject(), email: `${aSubject()}@${domain}`, email_verified: true };
    const roleAfter = async (claims: object) => {
      const { user } = await signIn(providerId, { claims: { ...person, ...claims } });
      const member = await server.platform.db.prisma.member.findFirstOrThrow({ where: { userId: user ?? '' } });
      const isInTeam =
        (await server.platform.db.prisma.teamMember.count({ where: { userId: user ?? '', teamId: team } })) > 0;
      return [member.role, isInTeam];
    };
    expect(await roleAfter({ realm_access: { roles: ['writers'] } })).toEqual(['edit', true]);
    expect(await roleAfter({ realm_access: { roles: ['writers', 'chiefs'] } })).toEqual(['admin', true]);
    expect(await roleAfter({})).toEqual(['admin', true]);
    expect(await roleAfter({ realm_access: { roles: [] } })).toEqual(['read', false]);
  });
});

describe('POST /v1/orgs/{organizationId}/oidc/{oidcProviderId}/check', () => {
  it.each<[string, IssuerAnswers, Record<string, unknown>, string | null]>([
    ['nothing', { tokenStatus: 400, token: { error: 'invalid_grant' } }, {}, null],
    [
      'a wrong secret',
      { tokenStatus: 401, token: { error: 'invalid_client' } },
      {},
      'refuses the client id or the client secret',
    ],
    ['another issuer', { metadata: { issuer: 'https://other.test' } }, {}, 'issuer'],
    [
      'algorithms that are refused',
      { metadata: { id_token_signing_alg_values_supported: ['HS256'] } },
      {},
      'signs ID tokens by HS256',
    ],
    [
      'an unknown scope',
      { metadata: { scopes_supported: ['openid'] }, tokenStatus: 400, token: { error: 'invalid_grant' } },
      {},
      '"email", "profile"',
    ],
    ['no keys', { keys: [], tokenStatus: 400, token: { error: 'invalid_grant' } }, {}, 'publishes no keys'],
    ['an address where nobody answers', {}, { issuer: 'http://127.0.0.1:9' }, 'could not be reached'],
  ])('says in words that %s is wrong', async (_name, answers, settings, message) => {
    const providerId = await anIssuerOf(organization, issuer, settings);
    issuer.answers = answers;
    const { status, body } = await organization.owner.rest(`POST /v1/orgs/${organization.id}/oidc/${providerId}/check`);
    expect(status).toBe(200);
    expect(body.ok).toBe(message === null);
    if (message !== null) expect(body.problems.join('\n')).toContain(message);
    await organization.owner.rest(`DELETE /v1/orgs/${organization.id}/oidc/${providerId}`);
  });
});

describe('the audit log', () => {
  it('names the provider of each session that has begun, was refused or was ended', async () => {
    const { id, owner } = organization;
    const providerId = await anIssuerOf(organization, issuer, { admits: 'everyone' });
    const { token = '' } = await signIn(providerId, { claims: { sub: aSubject() } });
    const { body } = await server.call('GET /v1/user/sessions', undefined, {
      headers: { authorization: `Bearer ${token}` },
    });
    await owner.rest(`DELETE /v1/orgs/${id}/sessions/${body.items[0].id}`);
    await owner.rest(`PATCH /v1/orgs/${id}/oidc/${providerId}`, { requires: { claim: 'groups', values: ['docs'] } });
    expect(await signIn(providerId, { claims: { sub: aSubject() } })).toHaveProperty('refused');
    const log = (await owner.rest(`GET /v1/orgs/${id}/audit-events?limit=20`)).body.items;
    for (const type of ['session.created', 'session.revoked', 'session.refused'])
      expect(log.find(({ action }: { action: string }) => action === type).data).toMatchObject({
        provider: providerId,
      });
  });

  it('tells at most a hundred refusals of a provider in an hour, and those of others besides', async () => {
    const { id: organizationId } = organization;
    const settings = { admits: 'everyone', requires: { claim: 'groups', values: ['docs'] } };
    const providerId = await anIssuerOf(organization, issuer, settings);
    const other = await anIssuerOf(organization, issuer, settings);
    const { event } = server.platform.db.prisma;
    const of = (subjectId: string) => ({ organizationId, subjectId, type: 'session.refused' });
    const refuse = async (id: string) => {
      expect(await signIn(id, { claims: { sub: aSubject() } })).toHaveProperty('refused');
      return event.count({ where: of(id) });
    };
    expect(await refuse(providerId)).toBe(1);
    const first = await event.findFirstOrThrow({ where: of(providerId) });
    await event.createMany({
      data: Array.from({ length: maxRefusals - 1 }, (_, number) => ({
        ...first,
        data: {},
        id: `evt_${number}_${providerId}`,
        position: -BigInt(number + 1),
      })),
    });
    expect(await refuse(providerId)).toBe(maxRefusals);
    expect(await refuse(other)).toBe(1);
    expect(await clock.ahead(3_600_001, () => refuse(providerId))).toBe(maxRefusals + 1);
  });
});
