import { beforeAll, describe, expect, it } from 'vitest';
import { aCorporation, signIn } from '../../corporations.ts';
import { aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aKeyPair, type KeyPair } from '../../saml-idp.ts';

let server: Harness;
let pair: KeyPair;
beforeAll(async () => {
  server = await startServer();
  pair = aKeyPair();
});

const link = async ({ id, owner }: { id: string; owner: Caller }, body: object = { role: 'read' }) =>
  `POST /v1/orgs/${id}/invites/${(await owner.rest(`POST /v1/orgs/${id}/link-invites`, body)).body.id}`;
const problem = ({ status, body }: { readonly status: number; readonly body: any }) => [status, body.error?.type];

describe('a member whom an admin removed', () => {
  it('does not come back by an old link, the domain or a sign-in', async () => {
    const corporation = await aCorporation(server, pair, { defaultRole: 'read' });
    const { id, owner, domain, providerId } = corporation;
    const old = await link(corporation);
    const person = await server.aUser({ email: `person@${domain}` });
    expect((await person.rest(old)).status).toBe(200);
    expect((await signIn(server, providerId, { email: `person@${domain}`, pair })).user).toBe(person.userId);
    expect((await owner.rest(`DELETE /v1/orgs/${id}/members/${person.userId}`)).status).toBe(204);
    expect(problem(await person.rest(old))).toEqual([403, 'forbidden']);
    expect(problem(await person.rest(`POST /v1/orgs/${id}/join`))).toEqual([403, 'forbidden']);
    expect((await person.rest(`GET /v1/email-domains/${domain}/orgs`)).body).toEqual({ organizations: [] });
    await expect(signIn(server, providerId, { email: `person@${domain}`, pair })).rejects.toThrow('removed you');
    expect((await person.rest(`GET /v1/orgs/${id}`)).status).toBe(404);
  });

  it('and whom the provider made does not come back by a sign-in until an admin invites them', async () => {
    const { id, owner, domain, providerId } = await aCorporation(server, pair, { defaultRole: 'create' });
    const email = `ada@${domain}`;
    const { user } = await signIn(server, providerId, { email, pair });
    await owner.rest(`DELETE /v1/orgs/${id}/members/${user}`);
    await expect(signIn(server, providerId, { email, pair })).rejects.toThrow('removed you');
    const { body } = await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [email], role: 'read' });
    expect(body).toMatchObject({ users: [user], invited: 1 });
    const back = await signIn(server, providerId, { email, pair });
    expect(back.user).toBe(user);
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${user}`)).body.role).toBe('read');
  });

  it('comes back by a link that was made afterwards', async () => {
    const organization = await anOrganization(server);
    const member = await aMember(server, organization.id, 'edit');
    await organization.owner.rest(`DELETE /v1/orgs/${organization.id}/members/${member.userId}`);
    const fresh = await link(organization);
    expect((await member.rest(fresh)).status).toBe(200);
    const { body } = await organization.owner.rest(`GET /v1/orgs/${organization.id}/members/${member.userId}`);
    expect(body.role).toBe('read');
    // Nothing of the removal is left, so it also counts for the next departure.
    await member.rest(`DELETE /v1/orgs/${organization.id}/members/${member.userId}`);
    expect((await member.rest(fresh)).status).toBe(200);
  });

  it('and invites again is one user, without the old grants, teams, sessions and tokens', async () => {
    const corporation = await aCorporation(server, pair, { defaultRole: 'read' });
    const { id, owner, domain, providerId } = corporation;
    const email = `ada@${domain}`;
    const session = await signIn(server, providerId, { email, pair });
    const { body: made } = await session.rest('POST /v1/user/tokens', { name: 'kept' });
    const space = await aSpace(server, id);
    const caller = { userId: session.user } as Caller;
    await aGrant(server, id, { on: { spaceId: space.id }, to: { userId: session.user }, role: 'admin' });
    const team = await aTeam(server, id, { owners: [caller] });
    await owner.rest(`DELETE /v1/orgs/${id}/members/${session.user}`);
    const { body } = await owner.rest(`POST /v1/orgs/${id}/invites`, { emails: [email], role: null });
    expect(body.users).toEqual([session.user]);
    const withToken = (token: string) =>
      server.call('GET /v1/user', undefined, { headers: { authorization: `Bearer ${token}` } });
    expect([(await withToken(session.token)).status, (await withToken(made.secret)).status]).toEqual([401, 401]);
    const spaces = await owner.rest(`GET /v1/orgs/${id}/members/${session.user}/spaces`);
    expect(spaces.body.items).toEqual([]);
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${session.user}/teams`)).body.items).toEqual([]);
    expect((await owner.rest(`GET /v1/orgs/${id}/teams/${team.id}`)).body.members).toBe(0);
  });

  it('keeps the tokens that are not limited to the organization', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    await server.platform.db.prisma.member.create({ data: { organizationId: elsewhere.id, userId: member.userId } });
    const pinned = await server.as(member.userId, { organizationId: id });
    const other = await server.as(member.userId, { organizationId: elsewhere.id });
    await owner.rest(`DELETE /v1/orgs/${id}/members/${member.userId}`);
    expect((await pinned.rest('GET /v1/user')).status).toBe(401);
    expect((await other.rest(`GET /v1/orgs/${elsewhere.id}`)).status).toBe(200);
    expect((await member.rest(`GET /v1/orgs/${elsewhere.id}`)).status).toBe(200);
    expect((await member.rest(`GET /v1/orgs/${id}`)).status).toBe(404);
  });

  it('a member whom one organization removed joins another as before', async () => {
    const [one, two] = [await anOrganization(server), await anOrganization(server)];
    const member = await aMember(server, one.id, 'read');
    await one.owner.rest(`DELETE /v1/orgs/${one.id}/members/${member.userId}`);
    expect((await member.rest(await link(two))).status).toBe(200);
  });
});

it('a member who left by themselves comes back by the link that they came by', async () => {
  const organization = await anOrganization(server);
  const old = await link(organization);
  const person = await server.aUser();
  await person.rest(old);
  await person.rest(`DELETE /v1/orgs/${organization.id}/members/${person.userId}`);
  expect((await person.rest(old)).status).toBe(200);
});
