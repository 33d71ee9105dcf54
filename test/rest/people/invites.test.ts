import { beforeAll, describe, expect, it } from 'vitest';
import { aDomain, proveDomain } from '../../corporations.ts';
import { aCollection, aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const anAddress = (domain = 'invited.example') => `${server.platform.services.newId('usr').toLowerCase()}@${domain}`;
const roleOf = async (organizationId: string, userId: string) =>
  (await server.platform.db.prisma.member.findUnique({ where: { organizationId_userId: { organizationId, userId } } }))
    ?.role;
const aLink = async (owner: Caller, id: string, body: object) =>
  (await owner.rest(`POST /v1/orgs/${id}/link-invites`, body)).body.id as string;

describe('POST /v1/orgs/{organizationId}/invites', () => {
  it('adds the users of known and unknown addresses once, and leaves existing members unchanged', async () => {
    const { id, owner } = await anOrganization(server, { defaultRole: 'comment' });
    const [fresh, guest] = [anAddress(), anAddress()];
    const known = await server.aUser({ email: anAddress() });
    const { email } = await server.platform.db.prisma.user.findUniqueOrThrow({ where: { id: owner.userId } });

    const { status, body } = await owner.rest(`POST /v1/orgs/${id}/invites`, {
      emails: [
        fresh.toUpperCase(),
        fresh,
        { email: guest, role: null },
        (await server.platform.db.prisma.user.findUniqueOrThrow({ where: { id: known.userId } })).email,
        { email, role: 'read' },
        { email: fresh },
      ],
      sso: true,
    });

    expect(status).toBe(200);
    expect(body).toEqual({ users: expect.any(Array), invited: 3, failedSSOEmails: [email], links: [], mailed: 0 });
    expect(body.users).toHaveLength(4);
    expect(await Promise.all(body.users.map((userId: string) => roleOf(id, userId)))).toEqual([
      'comment',
      null,
      'comment',
      'admin',
    ]);
    const made = await server.platform.db.prisma.user.findUniqueOrThrow({ where: { email: fresh } });
    expect(made).toMatchObject({ emailVerified: false, displayName: fresh.split('@')[0] });
  });

  it('inviteMembers takes a role for each address, and the role of the request for the others', async () => {
    const { id, owner } = await anOrganization(server);
    const { body } = await owner.graphql(
      `mutation ($id: ID!, $emails: [InviteeInput!]!) {
        inviteMembers(organizationId: $id, input: { emails: $emails, role: READ }) { userIds } }`,
      {
        id,
        emails: [{ email: anAddress() }, { email: anAddress(), role: 'ADMIN' }, { email: anAddress(), role: null }],
      },
    );
    const { userIds } = body.data.inviteMembers;
    expect(await Promise.all(userIds.map((userId: string) => roleOf(id, userId)))).toEqual(['read', 'admin', null]);
  });

  it.each([
    {},
    { emails: [] },
    { emails: ['nobody'] },
    { emails: [{ role: 'read' }] },
    { emails: [{ email: 'a@b.example', role: 'owner' }] },
    { emails: [null] },
    { emails: 'a@b.example' },
    { emails: ['a@b.example'], role: 'owner' },
    { emails: Array.from({ length: 101 }, (_, n) => `a${n}@b.example`) },
  ])('refuses to invite members with the body %j', async (body) => {
    const { id, owner } = await anOrganization(server);
    expect((await owner.rest(`POST /v1/orgs/${id}/invites`, body)).status).toBe(400);
  });

  it('creates one user for an address that is invited twice concurrently', async () => {
    const one = await anOrganization(server);
    const two = await anOrganization(server);
    const emails = [anAddress()];
    const replies = await Promise.all(
      [one, two].map(({ id, owner }) => owner.rest(`POST /v1/orgs/${id}/invites`, { emails })),
    );
    expect(replies[0]?.body.users).toEqual(replies[1]?.body.users);
  });
});

describe('link invites', () => {
  it('the three kinds of invite links are created, listed, updated and revoked', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const shelf = await aCollection(server, id);
    const base = `/v1/orgs/${id}/link-invites`;

    const plain = await owner.rest(`POST ${base}`, { role: 'read' });
    const guests = await owner.rest(`POST ${base}`, { role: null });
    const ofSpace = await owner.rest(`POST ${base}`, { level: 'edit', space: space.id });
    const ofShelf = await owner.rest(`POST ${base}`, { level: 'read', collection: shelf.id });

    expect(plain.status).toBe(201);
    expect(plain.headers['location']).toBe(`${baseUrl}${base}/${plain.body.id}`);
    expect(plain.body).toEqual({
      object: 'invite',
      id: expect.stringMatching(/^inv_/),
      role: 'read',
      redundant: true,
      urls: { join: `${baseUrl}/login#link=${plain.body.id}` },
    });
    expect(guests.body.role).toBeNull();
    expect(ofSpace.body).toMatchObject({ level: 'edit', space: { object: 'space', id: space.id } });
    expect(ofSpace.body).not.toHaveProperty('role');
    expect(ofShelf.body).toMatchObject({ level: 'read', collection: { object: 'collection', id: shelf.id } });
    const list = await owner.rest(`GET ${base}`);
    expect(list.body.count).toBe(4);
    expect(list.body.items[0]).toEqual(ofShelf.body);
    expect((await owner.rest(`GET ${base}/${ofSpace.body.id}`)).body).toEqual(ofSpace.body);
    expect((await owner.rest(`PATCH ${base}/${plain.body.id}`, { role: 'create' })).body.role).toBe('create');
    expect((await owner.rest(`PATCH ${base}/${ofSpace.body.id}`, { level: 'read' })).body.level).toBe('read');
    expect((await owner.rest(`PATCH ${base}/${ofSpace.body.id}`, { role: 'read' })).status).toBe(400);
    expect((await owner.rest(`PATCH ${base}/${plain.body.id}`, { level: 'read' })).status).toBe(400);
    expect((await owner.rest(`DELETE ${base}/${plain.body.id}`)).status).toBe(205);
    expect((await owner.rest(`DELETE ${base}/${plain.body.id}`)).status).toBe(404);
  });

  it('an invite link with an invalid combination of fields or with content of another organization is refused', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server, { owner });
    const space = await aSpace(server, id);
    const foreign = await aSpace(server, elsewhere.id);
    const status = async (body: object) => (await owner.rest(`POST /v1/orgs/${id}/link-invites`, body)).status;

    expect(await status({})).toBe(400);
    expect(await status({ level: 'read' })).toBe(400);
    expect(await status({ space: space.id })).toBe(400);
    expect(await status({ role: 'read', level: 'read', space: space.id })).toBe(400);
    expect(await status({ role: 'none' })).toBe(400);
    expect(await status({ level: 'read', space: foreign.id })).toBe(404);
  });

  it('an invite link of another organization is 404', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server, { owner });
    const link = await aLink(owner, elsewhere.id, { role: 'read' });
    for (const request of ['GET', 'PATCH', 'DELETE'])
      expect((await owner.rest(`${request} /v1/orgs/${id}/link-invites/${link}`, {})).status).toBe(404);
    const stranger = await server.aUser();
    expect((await stranger.rest(`POST /v1/orgs/${id}/invites/${link}`)).status).toBe(404);
  });

  it('an invite link is not created while invite links are disabled', async () => {
    const { id, owner } = await anOrganization(server, { inviteLinks: false });
    const { body } = await owner.rest(`POST /v1/orgs/${id}/link-invites`, { role: 'read' });
    expect(body.error).toMatchObject({ code: 409, type: 'invalid_state' });
  });
});

describe('POST /v1/orgs/{organizationId}/invites/{inviteId}', () => {
  it('gives a new member the role of the invite link, and never changes the role of an existing one', async () => {
    const { id, owner } = await anOrganization(server);
    const link = await aLink(owner, id, { role: 'admin' });
    const stranger = await server.aUser();
    const member = await aMember(server, id, 'read');

    expect((await stranger.rest(`POST /v1/orgs/${id}/invites/${link}`)).body).toEqual({});
    expect((await member.rest(`POST /v1/orgs/${id}/invites/${link}`)).status).toBe(200);
    expect(await roleOf(id, stranger.userId)).toBe('admin');
    expect(await roleOf(id, member.userId)).toBe('read');
  });

  it('grants the level of an invite link on the content only to callers with less access', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const link = await aLink(owner, id, { level: 'comment', space: space.id });
    const stranger = await server.aUser();
    const creator = await aMember(server, id, 'create');
    const barred = await aMember(server, id, 'edit');
    await aGrant(server, id, { on: { spaceId: space.id }, to: { userId: barred.userId }, role: 'none' });

    for (const caller of [stranger, stranger, creator, barred])
      expect((await caller.rest(`POST /v1/orgs/${id}/invites/${link}`)).status).toBe(200);

    const permission = async (caller: Caller) => {
      const { body } = await caller.rest(`GET /v1/orgs/${id}/members/${caller.userId}/spaces`);
      return body.items.map((item: { permission: string }) => item.permission);
    };
    expect(await roleOf(id, stranger.userId)).toBeNull();
    expect(await permission(stranger)).toEqual(['comment']);
    expect(await permission(creator)).toEqual(['create']);
    expect(await permission(barred)).toEqual([]);
  });

  it('refuses invite links to disabled members and tokens of other organizations, and to everyone while disabled', async () => {
    const { id, owner } = await anOrganization(server);
    const link = await aLink(owner, id, { role: 'read' });
    const disabled = await aMember(server, id, 'read');
    await server.platform.db.prisma.member.updateMany({ where: { userId: disabled.userId }, data: { disabled: true } });
    const stranger = await server.aUser();
    const elsewhere = await anOrganization(server, { owner: stranger });
    const pinned = await server.as(stranger.userId, { organizationId: elsewhere.id });
    const path = `POST /v1/orgs/${id}/invites/${link}`;

    expect((await disabled.rest(path)).status).toBe(403);
    expect((await pinned.rest(path)).status).toBe(404);
    await owner.rest(`PATCH /v1/orgs/${id}`, { inviteLinks: false });
    expect((await stranger.rest(path)).status).toBe(403);
    expect(await roleOf(id, stranger.userId)).toBeUndefined();
  });

  it('adds a caller once who accepts an invite link twice concurrently', async () => {
    const { id, owner } = await anOrganization(server);
    const link = await aLink(owner, id, { role: 'read' });
    const stranger = await server.aUser();
    const replies = await Promise.all([1, 2, 3].map(() => stranger.rest(`POST /v1/orgs/${id}/invites/${link}`)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('POST /v1/orgs/{organizationId}/join', () => {
  it('adds a caller with a verified address of an accepted domain in the default role', async () => {
    const domain = aDomain();
    const organization = await anOrganization(server, { emailDomains: [domain], defaultRole: 'comment' });
    const { id } = organization;
    await proveDomain(server, organization, domain);
    const caller = await server.aUser({ email: anAddress(domain) });
    expect((await caller.rest(`POST /v1/orgs/${id}/join`)).status).toBe(204);
    expect((await caller.rest(`POST /v1/orgs/${id}/join`)).status).toBe(204);
    expect(await roleOf(id, caller.userId)).toBe('comment');
  });

  it('answers 404 to join without a verified address of the domain, and 403 for a disabled member', async () => {
    const domain = aDomain();
    const organization = await anOrganization(server, { emailDomains: [domain] });
    const { id } = organization;
    await proveDomain(server, organization, domain);
    const other = await server.aUser();
    const unverified = await server.aUser({ email: anAddress(domain) });
    const disabled = await server.aUser({ email: anAddress(domain) });
    const { prisma } = server.platform.db;
    await prisma.user.update({ where: { id: unverified.userId }, data: { emailVerified: false } });
    await prisma.member.create({ data: { organizationId: id, userId: disabled.userId, disabled: true } });

    expect((await other.rest(`POST /v1/orgs/${id}/join`)).status).toBe(404);
    expect((await unverified.rest(`POST /v1/orgs/${id}/join`)).status).toBe(404);
    expect((await disabled.rest(`POST /v1/orgs/${id}/join`)).status).toBe(403);
  });
});
