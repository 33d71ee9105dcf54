import { beforeAll, describe, expect, it } from 'vitest';
import { aSoftPasskey, aVerifier } from '../../authenticator.ts';
import { anOrganization, type AnOrganization } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { aPasskeyPerson, signInByLink, signInByPasskey } from '../../passkey-people.ts';
import { clock } from '../../setup/clock.ts';
import { randomBytes } from '../../setup/seed.ts';

let server: Harness;
let organization: AnOrganization;
beforeAll(async () => {
  server = await startServer();
  organization = await anOrganization(server, { title: 'Acme' });
});

const anAddress = () => `${randomBytes(6).toString('hex')}@example.org`;

/** Invites addresses by links. */
const invite = async (emails: readonly string[], { id, owner } = organization) =>
  (await owner.rest(`POST /v1/orgs/${id}/invites`, { emails, role: 'edit', links: true })).body;

const secretOf = (url: string) => new URL(url).hash.slice('#link='.length);

describe('POST /v1/orgs/{organizationId}/invites with links', () => {
  it('makes a link by which an invited person gets in with a passkey, and comes back with it', async () => {
    const email = anAddress();
    const { links, users } = await invite([email]);
    expect(links).toHaveLength(1);
    expect(links[0].user).toBe(users[0]);
    const { opened, passkey, rest, session } = await signInByLink(server, links[0].url, { displayName: 'Grace' });
    expect([opened.purpose, opened.organization, opened.creation.userName]).toEqual(['invitation', 'Acme', email]);
    expect((await rest('GET /v1/user')).body).toMatchObject({ id: users[0], displayName: 'Grace', email });
    expect((await rest(`GET /v1/orgs/${organization.id}`)).status).toBe(200);
    expect(session.user).toBe(users[0]);
    expect((await (await signInByPasskey(server, passkey)).rest('GET /v1/user')).body.id).toBe(users[0]);
    const { items } = (await organization.owner.rest(`GET /v1/orgs/${organization.id}/audit-events?limit=100`)).body;
    const types = new Set(items.map(({ action }: { action: string }) => action));
    expect([...types]).toEqual(
      expect.arrayContaining(['sign_in_link.created', 'member.joined', 'passkey.added', 'session.created']),
    );
  });

  it('makes none without being asked, for a member with another way in, and for whoever was invited elsewhere', async () => {
    const { id, owner } = organization;
    const email = anAddress();
    const plain = (await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [email] })).body;
    expect(plain.links).toEqual([]);
    const { links } = await invite([email]);
    await signInByLink(server, links[0].url);
    expect((await invite([email])).links).toEqual([]);
    const known = await server.aUser({ email: anAddress() });
    const { body } = await known.rest('GET /v1/user');
    expect((await invite([body.email])).links).toEqual([]);
    const other = await anOrganization(server);
    const shared = anAddress();
    await invite([shared]);
    expect((await invite([shared], other)).links).toEqual([]);
  });

  it('leads the browser back to the client, with the code and the state', async () => {
    const { links } = await invite([anAddress()]);
    const client = { returnTo: 'http://127.0.0.1:5000/back', state: 'kept' };
    const { answer } = await signInByLink(server, links[0].url, client);
    expect(answer.returnURL).toBe(`http://127.0.0.1:5000/back?code=${answer.code}&state=kept`);
  });

  it('gives nobody the address: another organization that invites it means somebody else', async () => {
    const email = anAddress();
    const { links, users } = await invite([email]);
    await signInByLink(server, links[0].url);
    const other = await anOrganization(server);
    const elsewhere = await invite([email], other);
    expect(elsewhere.users).not.toEqual(users);
    expect((await invite([email])).users).toEqual(users);
  });

  it('makes none where single sign-on is required', async () => {
    const strict = await anOrganization(server, { sso: true });
    expect((await invite([anAddress()], strict)).links ?? []).toEqual([]);
  });
});

describe('a link', () => {
  it('is spent by a passkey alone: opening it, and answers that are refused, leave it good', async () => {
    const { links } = await invite([anAddress()]);
    const link = secretOf(links[0].url);
    for (let times = 0; times < 3; times += 1)
      expect((await server.call('POST /v1/sign-ins/link/options', { link })).status).toBe(200);
    const { creation } = (await server.call('POST /v1/sign-ins/link/options', { link })).body;
    const unverified = aSoftPasskey().create(creation.challenge, { flags: 65 });
    const refused = await server.call('POST /v1/sign-ins/link', { link, credential: unverified, ...aVerifier() });
    expect([refused.status, refused.body.error.type]).toEqual([403, 'sign_in_refused']);
    await signInByLink(server, links[0].url);
    expect((await server.call('POST /v1/sign-ins/link/options', { link })).status).toBe(403);
  });

  it('ends with its week, with the membership and with another link of the same person', async () => {
    const emails = [anAddress(), anAddress(), anAddress()];
    const { links, users } = await invite(emails);
    const open = async (url: string) =>
      (await server.call('POST /v1/sign-ins/link/options', { link: secretOf(url) })).status;
    expect(await clock.ahead(7 * 86_400_000 + 1, () => open(links[0].url))).toBe(403);
    const { id, owner } = organization;
    expect((await owner.rest(`DELETE /v1/orgs/${id}/members/${users[1]}`)).status).toBe(204);
    expect(await open(links[1].url)).toBe(403);
    const again = await invite([emails[2]!]);
    await signInByLink(server, again.links[0].url);
    expect(await open(links[2].url)).toBe(403);
  });

  it('cannot be answered by the challenge of another link', async () => {
    const { links } = await invite([anAddress(), anAddress()]);
    const [one, two] = [secretOf(links[0].url), secretOf(links[1].url)];
    const { creation } = (await server.call('POST /v1/sign-ins/link/options', { link: one })).body;
    const credential = aSoftPasskey().create(creation.challenge);
    expect((await server.call('POST /v1/sign-ins/link', { link: two, credential, ...aVerifier() })).status).toBe(403);
  });

  it('is stored as a hash', async () => {
    const { links } = await invite([anAddress()]);
    const rows = await server.platform.db.prisma.signInLink.findMany();
    expect(JSON.stringify(rows)).not.toContain(secretOf(links[0].url));
  });
});

describe('POST /v1/users/{userId}/sign-in-links', () => {
  it('lets somebody back in who has lost every passkey, and ends their sessions', async () => {
    const admin = await server.aUser({ isInstanceAdmin: true });
    const { person, passkey } = await aPasskeyPerson(server);
    const before = await signInByPasskey(server, passkey);
    const { status, body } = await admin.rest(`POST /v1/users/${person.userId}/sign-in-links`);
    expect([status, body.user]).toEqual([201, person.userId]);
    expect((await before.rest('GET /v1/user')).status).toBe(200);
    const { rest, opened } = await signInByLink(server, body.url);
    expect([opened.purpose, (await rest('GET /v1/user')).body.id]).toEqual(['recovery', person.userId]);
    expect((await before.rest('GET /v1/user')).status).toBe(401);
    const late = (await admin.rest(`POST /v1/users/${person.userId}/sign-in-links`)).body;
    const open = () => server.call('POST /v1/sign-ins/link/options', { link: secretOf(late.url) });
    expect((await clock.ahead(3_600_001, open)).status).toBe(403);
  });

  it('is for instance admins, and for people whom no organization manages', async () => {
    const admin = await server.aUser({ isInstanceAdmin: true });
    const { owner, id } = organization;
    const refused = await owner.rest(`POST /v1/users/${owner.userId}/sign-in-links`);
    expect([refused.status, refused.body.error.type]).toEqual([403, 'forbidden']);
    const limited = await server.as(admin.userId, { organizationId: id });
    expect((await limited.rest(`POST /v1/users/${admin.userId}/sign-in-links`)).status).toBe(403);
    expect((await owner.rest(`POST /v1/users/usr_absent/sign-in-links`)).status).toBe(404);
    const managed = await server.aUser();
    await server.platform.db.prisma.user.update({
      where: { id: managed.userId },
      data: { organizationId: id, assertedEmail: anAddress(), email: null },
    });
    const answer = await admin.rest(`POST /v1/users/${managed.userId}/sign-in-links`);
    expect([answer.status, answer.body.error.type]).toEqual([409, 'invalid_state']);
  });
});
