import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCorporation, aDomain, aProviderOf, proveDomain, signIn, signInOwner } from '../../corporations.ts';
import { anOrganization } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { anIssuer, anIssuerOf, beginOidc, comeBack, type Issuer } from '../../oidc-issuer.ts';
import { aKeyPair, codeOf, exchange, type KeyPair } from '../../saml-idp.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
let pair: KeyPair;
let next: KeyPair;
let issuer: Issuer;
beforeAll(async () => {
  server = await startServer();
  [pair, next] = [aKeyPair(), aKeyPair()];
  issuer = await anIssuer();
});
afterAll(() => issuer[Symbol.asyncDispose]());

type Rest = Pick<Caller, 'rest'>;
const refused = [409, expect.stringMatching(/sign(?:ed)? in/)];
const outcome = ({ status, body }: { readonly status: number; readonly body: any }) =>
  status < 300 ? status : [status, body.error?.message];
const require = async ({ rest }: Rest, id: string) => outcome(await rest(`PATCH /v1/orgs/${id}`, { sso: true }));

/** A corporation that requires SSO, and the session of its only admin. */
async function aStrictCorporation() {
  const corporation = await aCorporation(server, pair);
  const session = await signInOwner(server, corporation, pair);
  expect(await require(corporation.owner, corporation.id)).toBe(200);
  const again = await signIn(server, corporation.providerId, { email: `own@${corporation.domain}`, pair });
  const path = `${corporation.saml}/${corporation.providerId}`;
  const change = async (values: unknown) => outcome(await again.rest(`PATCH ${path}`, values));
  return { ...corporation, session, again, path, change };
}

describe('an organization requires single sign-on', () => {
  it('only with a provider', async () => {
    const { id, owner } = await anOrganization(server);
    expect(await require(owner, id)).toEqual(refused);
  });

  it('only after an admin has signed in by a provider: one that nobody has used locks nobody out', async () => {
    const corporation = await aCorporation(server, pair);
    const { id, owner, domain, providerId } = corporation;
    await server.platform.db.prisma.user.update({ where: { id: owner.userId }, data: { email: `own@${domain}` } });
    expect(await require(owner, id)).toEqual(refused);
    expect((await owner.rest(`GET /v1/orgs/${id}`)).body.sso).toBe(false);
    // Somebody who is no admin has proved nothing.
    await signIn(server, providerId, { email: `ada@${domain}`, pair });
    expect(await require(owner, id)).toEqual(refused);
    await signInOwner(server, corporation, pair);
    expect(await require(owner, id)).toBe(200);
  });

  it('only after a sign-in by what the provider has become', async () => {
    const corporation = await aCorporation(server, pair);
    const { id, owner, saml, providerId } = corporation;
    for (const values of [
      { ssoURL: 'https://idp.example.org/other' },
      { certificate: next.cert },
      { entityID: 'https://idp.example.org/elsewhere' },
    ]) {
      await signInOwner(server, corporation, pair);
      const before = await owner.rest(`GET ${saml}/${providerId}`);
      expect((await owner.rest(`PATCH ${saml}/${providerId}`, values)).status).toBe(200);
      expect(await require(owner, id)).toEqual(refused);
      const { ssoURL, certificate, entityID } = before.body;
      await owner.rest(`PATCH ${saml}/${providerId}`, { ssoURL, certificate, entityID });
      // The values of before are a change, too.
      expect(await require(owner, id)).toEqual(refused);
    }
    await signInOwner(server, corporation, pair);
    const plain = { label: 'Renamed', defaultRole: 'read', certificate: `${pair.cert}\n${next.cert}` };
    expect((await owner.rest(`PATCH ${saml}/${providerId}`, plain)).status).toBe(200);
    expect(await require(owner, id)).toBe(200);
  });
});

describe('where single sign-on is required, the only provider that an admin has used', () => {
  it('keeps its settings and is not deleted, also beside a provider that nobody has used', async () => {
    const { again, path, change, domain, ...corporation } = await aStrictCorporation();
    await aProviderOf({ ...corporation, owner: { ...corporation.owner, rest: again.rest } }, { domain, pair });
    expect(await change({ ssoURL: 'https://idp.example.org/other' })).toEqual(refused);
    expect(await change({ entityID: 'https://idp.example.org/elsewhere' })).toEqual(refused);
    expect(await change({ certificate: next.cert })).toEqual(refused);
    expect(await change({ certificate: null })).toEqual(refused);
    expect(outcome(await again.rest(`DELETE ${path}`))).toEqual(refused);
    expect(await change({ label: 'Renamed' })).toBe(200);
  });

  it('may be changed and deleted after a sign-in by another', async () => {
    const { again, path, change, domain, ...corporation } = await aStrictCorporation();
    const owner = { ...corporation.owner, rest: again.rest };
    const second = await aProviderOf({ ...corporation, owner }, { domain, pair: next });
    await signIn(server, second.providerId, { email: `own@${domain}`, pair: next });
    expect(await change({ ssoURL: 'https://idp.example.org/other' })).toBe(200);
    expect(outcome(await again.rest(`DELETE ${path}`))).toBe(204);
  });

  it('takes the next certificate beside the one in use, and any once the last has expired', async () => {
    const { change, path, again } = await aStrictCorporation();
    expect(await change({ certificate: `${pair.cert}\n${next.cert}` })).toBe(200);
    expect(await change({ certificate: next.cert })).toEqual(refused);
    const old = aKeyPair(new Date(clock.now().getTime() - 1_000));
    const id = path.split('/').at(-1) ?? '';
    await server.platform.db.prisma.samlProvider.update({ where: { id }, data: { certificate: old.cert } });
    expect(await change({ certificate: next.cert })).toBe(200);
    expect((await again.rest(`GET ${path}`)).body.certificates).toHaveLength(1);
  });

  it('is held by an admin: the last whom it knows stays one', async () => {
    const { id, owner, again } = await aStrictCorporation();
    const { status, body } = await again.rest(`PATCH /v1/orgs/${id}/members/${owner.userId}`, { role: 'read' });
    expect([status, body.error.type]).toEqual([409, 'last_admin']);
  });
});

it('an OpenID Connect provider is proved by an admin, and again after a change of what admits people', async () => {
  const domain = aDomain();
  const organization = await anOrganization(server, { emailDomains: [domain] });
  await proveDomain(server, organization, domain);
  const { id, owner } = organization;
  await server.platform.db.prisma.user.update({ where: { id: owner.userId }, data: { email: `own@${domain}` } });
  const providerId = await anIssuerOf(organization, issuer);
  const path = `/v1/orgs/${id}/oidc/${providerId}`;
  const signInAdmin = async () => {
    issuer.answers = { claims: { sub: 'own', email: `own@${domain}`, email_verified: true, name: 'Owner' } };
    const begun = await beginOidc(server, issuer, providerId);
    const { body } = await exchange(server, codeOf(await comeBack(server, issuer, begun)), begun.verifier);
    return {
      rest: (signature: string, payload?: unknown) =>
        server.call(signature, payload, { headers: { authorization: `Bearer ${body.token}` } }),
    };
  };
  expect(await require(owner, id)).toEqual(refused);
  for (const values of [
    { clientSecret: 'another' },
    { clientId: 'another' },
    { clientId: 'octavo', scopes: ['email'] },
    { requires: { claim: 'groups', values: ['docs'] } },
    { requires: null },
  ]) {
    expect((await owner.rest(`PATCH ${path}`, values)).status).toBe(200);
    expect((await owner.rest(`GET ${path}`)).body).not.toHaveProperty('provenAt');
    if (values.clientId === 'another' || values.requires) continue;
    await signInAdmin();
    expect((await owner.rest(`GET ${path}`)).body).toHaveProperty('provenAt');
  }
  // The values that it has change nothing.
  const same = { issuer: issuer.url, clientId: 'octavo', clientSecret: 'another', requires: null };
  expect((await owner.rest(`PATCH ${path}`, same)).status).toBe(200);
  expect(await require(owner, id)).toBe(200);
  const session = await signInAdmin();
  expect(outcome(await session.rest(`PATCH ${path}`, { clientSecret: 'a third' }))).toEqual(refused);
  expect(outcome(await session.rest(`PATCH ${path}`, { issuer: 'https://idp.test' }))).toEqual(refused);
  expect(outcome(await session.rest(`DELETE ${path}`))).toEqual(refused);
  expect(outcome(await session.rest(`PATCH ${path}`, { label: 'Renamed' }))).toBe(200);
});
