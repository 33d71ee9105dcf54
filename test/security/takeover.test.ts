import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCorporation, aDomain, aProviderOf, proveDomain, signIn, type Corporation } from '../corporations.ts';
import { aMember, anOrganization } from '../factories.ts';
import { startServer, type Caller, type Harness } from '../harness.ts';
import { aKeyPair, type KeyPair } from '../saml-idp.ts';

let server: Harness;
let pair: KeyPair;
beforeAll(async () => {
  server = await startServer();
  pair = aKeyPair();
});

const userOf = (id: string) => server.platform.db.prisma.user.findUniqueOrThrow({ where: { id } });

/** A member of an organization that has nothing to do with the attacker's. */
async function aVictim(domain: string, values: object = {}): Promise<Caller & { email: string; home: string }> {
  const { id } = await anOrganization(server);
  const email = `victim@${domain}`;
  const victim = await server.aUser({ email, displayName: 'Victim', ...values });
  await server.platform.db.prisma.member.create({
    data: { organizationId: id, userId: victim.userId, role: 'create' },
  });
  return { ...victim, email, home: id };
}

/** Signs the address in at the attacker's provider: the user of the session, or null when it is refused. */
async function assertAddress({ providerId }: Pick<Corporation, 'providerId'>, email: string) {
  try {
    return await signIn(server, providerId, { email, pair });
  } catch (error) {
    expect(String(error)).toContain('sign_in_refused');
    return null;
  }
}

/** Tries what a session of the attacker's organization could do to the victim's user. Names what it achieved. */
async function damageTo(victim: Pick<Caller, 'userId'>, attempt: Awaited<ReturnType<typeof assertAddress>>) {
  const { userId } = victim;
  const before = await userOf(userId);
  await attempt?.rest(`PATCH /v1/users/${userId}`, { displayName: 'Attacker' });
  const viewer = (await attempt?.rest('GET /v1/user'))?.body.id;
  const { prisma } = server.platform.db;
  const achieved = {
    'is the user': attempt?.user === userId || viewer === userId,
    'changed the user': !isDeepStrictEqual(await userOf(userId), before),
    'has a session of the user': (await prisma.apiToken.count({ where: { userId, kind: 'session' } })) > 0,
    'has an identity of the user': (await prisma.identity.count({ where: { userId } })) > 0,
  };
  return Object.entries(achieved).flatMap(([damage, happened]) => (happened ? [damage] : []));
}

describe('an organization that claims the email domain of others', () => {
  it('an organization that claims a foreign domain without proof signs nobody in as its people', async () => {
    const domain = aDomain();
    const victim = await aVictim(domain);
    const evil = await aProviderOf(await anOrganization(server, { emailDomains: [domain] }), { domain, pair });
    const users = await server.platform.db.prisma.user.count();
    await expect(signIn(server, evil.providerId, { email: victim.email, pair })).rejects.toThrow('has not proved');
    await expect(signIn(server, evil.providerId, { email: `new@${domain}`, pair })).rejects.toThrow('has not proved');
    expect(await server.platform.db.prisma.user.count()).toBe(users);
  });

  it('an organization that claims a foreign domain is not offered as a way to sign in to its people', async () => {
    const domain = aDomain();
    await aProviderOf(await anOrganization(server, { emailDomains: [domain] }), { domain, pair });
    expect((await server.call(`GET /v1/logins?organization=victim@${domain}`)).body).toEqual({ items: [] });
  });

  it('an organization that claims a foreign domain is neither offered to its people nor joined by them', async () => {
    const domain = aDomain();
    const victim = await aVictim(domain);
    const { id } = await anOrganization(server, { emailDomains: [domain] });
    expect((await victim.rest(`GET /v1/email-domains/${domain}/orgs`)).body).toEqual({ organizations: [] });
    expect((await victim.rest(`POST /v1/orgs/${id}/join`)).status).toBe(404);
  });
});

describe('an organization that owns the domain of a foreign address', () => {
  it.each([
    ['a person of another organization', {}],
    ['a person whose address is not verified', { emailVerified: false }],
    ['an instance admin', { isInstanceAdmin: true }],
  ])('an organization that owns the domain does not become %s', async (_who, values) => {
    const evil = await aCorporation(server, pair);
    const victim = await aVictim(evil.domain, values);
    expect(await damageTo(victim, await assertAddress(evil, victim.email))).toEqual([]);
  });

  it('an organization that owns the domain does not become an instance admin without any organization', async () => {
    const evil = await aCorporation(server, pair);
    const email = `root@${evil.domain}`;
    const root = await server.aUser({ email, isInstanceAdmin: true } as object);
    expect(await damageTo(root, await assertAddress(evil, email))).toEqual([]);
  });

  it('an organization that owns the domain does not become the person by inviting the address first', async () => {
    const evil = await aCorporation(server, pair);
    const victim = await aVictim(evil.domain);
    await evil.owner.rest(`POST /v1/orgs/${evil.id}/invites`, { emails: [victim.email], role: 'read', sso: true });
    expect(await damageTo(victim, await assertAddress(evil, victim.email))).toEqual([]);
  });

  it('an organization that owns the domain does not become the person who left every other organization', async () => {
    const evil = await aCorporation(server, pair);
    const victim = await aVictim(evil.domain);
    await evil.owner.rest(`POST /v1/orgs/${evil.id}/invites`, { emails: [victim.email] });
    await victim.rest(`DELETE /v1/orgs/${victim.home}/members/${victim.userId}`);
    expect(await damageTo(victim, await assertAddress(evil, victim.email))).toEqual([]);
  });

  it('an organization that owns the domain does not become the person who followed its invite link or joined it', async () => {
    const evil = await aCorporation(server, pair);
    const { body } = await evil.owner.rest(`POST /v1/orgs/${evil.id}/link-invites`, { role: 'read' });
    const victim = await aVictim(evil.domain);
    expect((await victim.rest(`POST /v1/orgs/${evil.id}/invites/${body.id}`)).status).toBe(200);
    expect(await damageTo(victim, await assertAddress(evil, victim.email))).toEqual([]);
    const root = await server.aUser({ email: `root@${evil.domain}`, isInstanceAdmin: true } as object);
    expect((await root.rest(`POST /v1/orgs/${evil.id}/join`)).status).toBe(204);
    expect(await damageTo(root, await assertAddress(evil, `root@${evil.domain}`))).toEqual([]);
  });

  it('an organization that owns the domain does not become the person whom another organization invites later', async () => {
    const evil = await aCorporation(server, pair);
    const home = await anOrganization(server);
    const email = `victim@${evil.domain}`;
    const inviteTo = async ({ id, owner }: Pick<Corporation, 'id' | 'owner'>) =>
      (await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [email] })).body.users[0] as string;
    const prepared = await inviteTo(evil);
    const invited = await inviteTo(home);
    expect(invited).toBe(prepared);
    expect(await damageTo({ userId: invited }, await assertAddress(evil, email))).toEqual([]);
    // The other order: the attacker's provider signs the address in before the other organization invites it.
    const early = `early@${evil.domain}`;
    const own = await signIn(server, evil.providerId, { email: early, pair });
    const later = await home.owner.rest(`POST /v1/orgs/${home.id}/invites`, { emails: [early] });
    expect(later.body.users[0]).not.toBe(own.user);
  });

  it('an organization that owns the domain does not become the user whom an instance admin gave a token', async () => {
    const evil = await aCorporation(server, pair);
    const email = `victim@${evil.domain}`;
    const { body } = await evil.owner.rest(`POST /v1/orgs/${evil.id}/invites`, { emails: [email] });
    await server.as(body.users[0]);
    expect(await damageTo({ userId: body.users[0] }, await assertAddress(evil, email))).toEqual([]);
  });
});

describe('a session of one organization', () => {
  it('writes the profile of a user whom that organization manages, and of nobody else', async () => {
    const { domain, id, providerId, owner } = await aCorporation(server, pair);
    const ada = await signIn(server, providerId, { email: `ada@${domain}`, pair });
    const renamed = await ada.rest(`PATCH /v1/users/${ada.user}`, { displayName: 'Ada L.' });
    expect([renamed.status, renamed.body.displayName]).toEqual([200, 'Ada L.']);
    // A person who joined by their own token signs in here, but is not the organization's.
    await server.platform.db.prisma.user.update({ where: { id: owner.userId }, data: { email: `own@${domain}` } });
    const own = await signIn(server, providerId, { email: `own@${domain}`, pair });
    expect(own.user).toBe(owner.userId);
    const refused = await own.rest(`PATCH /v1/users/${own.user}`, { displayName: 'Attacker', photoURL: null });
    expect([refused.status, refused.body.error.type]).toEqual([403, 'forbidden']);
    const query = `mutation { updateUser(userId: "${own.user}", input: { displayName: "Attacker" }) { user { id } } }`;
    expect((await own.graphql(query)).body.errors[0].extensions.code).toBe('FORBIDDEN');
    const pinned = await server.as(owner.userId, { organizationId: id });
    expect((await pinned.rest(`PATCH /v1/users/${owner.userId}`, { displayName: 'Attacker' })).status).toBe(403);
    expect((await owner.rest(`PATCH /v1/users/${owner.userId}`, { displayName: 'Owner' })).status).toBe(200);
  });

  it('and its tokens lead nowhere else', async () => {
    const { domain, id, providerId } = await aCorporation(server, pair, { defaultRole: 'admin' });
    const other = await aCorporation(server, pair, {});
    const link = await other.owner.rest(`POST /v1/orgs/${other.id}/link-invites`, { role: 'admin' });
    const ada = await signIn(server, providerId, { email: `ada@${domain}`, pair });
    const { body } = await ada.rest('POST /v1/user/tokens', { name: 'kept' });
    expect(body.token.organization).toBe(id);
    const made = (signature: string, payload?: unknown) =>
      server.call(signature, payload, { headers: { authorization: `Bearer ${body.secret}` } });
    for (const rest of [ada.rest, made]) {
      expect((await rest(`POST /v1/orgs/${other.id}/invites/${link.body.id}`)).status).toBe(404);
      expect((await rest(`POST /v1/orgs/${other.id}/join`)).status).toBe(404);
      expect((await rest('POST /v1/orgs', { title: 'Mine' })).status).toBe(403);
      expect((await rest('POST /v1/user/tokens', { name: 'x', organization: other.id })).status).toBe(404);
    }
  });

  it('a user whom one organization manages gets no token for more than that organization, not even from an instance admin', async () => {
    const { domain, id, providerId } = await aCorporation(server, pair);
    const other = await anOrganization(server);
    const ada = await signIn(server, providerId, { email: `ada@${domain}`, pair });
    const root = await server.aUser({ isInstanceAdmin: true });
    const made = await root.rest('POST /v1/user/tokens', { name: 'x', user: ada.user });
    expect([made.status, made.body.token?.organization]).toEqual([201, id]);
    const elsewhere = await root.rest('POST /v1/user/tokens', { name: 'x', user: ada.user, organization: other.id });
    expect(elsewhere.status).toBe(404);
  });
});

it('two organizations that prove one domain after each other have users of their own for an address', async () => {
  const [first, second] = [await aCorporation(server, pair), await aCorporation(server, pair)];
  const email = `ada@${first.domain}`;
  const before = await signIn(server, first.providerId, { email, pair });
  server.txtRecords.delete(`_octavo.${first.domain}`);
  await second.owner.rest(`PATCH /v1/orgs/${second.id}`, { emailDomains: [second.domain, first.domain] });
  await proveDomain(server, second, first.domain);
  const after = await signIn(server, second.providerId, { email, pair });
  expect(after.user).not.toBe(before.user);
  expect((await after.rest('GET /v1/user')).body.email).toBe(email);
  // The organization that lost the domain keeps its people, and gets no new ones.
  expect((await signIn(server, first.providerId, { email, pair })).user).toBe(before.user);
  await expect(signIn(server, first.providerId, { email: `new@${first.domain}`, pair })).rejects.toThrow('not proved');
});

it('a guest of the organization who left it is not taken by its provider', async () => {
  const evil = await aCorporation(server, pair);
  const guest = await aMember(server, evil.id, null);
  const email = `guest@${evil.domain}`;
  await server.platform.db.prisma.user.update({ where: { id: guest.userId }, data: { email } });
  expect((await guest.rest(`DELETE /v1/orgs/${evil.id}/members/${guest.userId}`)).status).toBe(204);
  expect(await damageTo(guest, await assertAddress(evil, email))).toEqual([]);
});
