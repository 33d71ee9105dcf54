import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aSite } from '../../site-factories.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const none = 'usr_AAAAAAAAAAAAAAAAAAAA';

interface Item {
  readonly permission: string | null;
  readonly user: { readonly id: string };
}

const pairs = (body: { items: Item[] }) =>
  Object.fromEntries(body.items.map(({ user, permission }) => [user.id, permission]));

const originsIn = (body: { items: (Item & { origin: object })[] }) =>
  Object.fromEntries(body.items.map(({ user, origin }) => [user.id, origin]));

describe.each([
  ['spaces', (org: string) => aSpace(server, org), (id: string) => ({ spaceId: id })],
  ['collections', (org: string) => aCollection(server, org), (id: string) => ({ collectionId: id })],
  ['sites', (org: string) => aSite(server, org), (id: string) => ({ siteId: id })],
] as const)('/v1/%s/{id}/permissions', (kind, make, on) => {
  async function aThing() {
    const { id: org, owner } = await anOrganization(server);
    const { id } = await make(org);
    const path = kind === 'sites' ? `/v1/orgs/${org}/sites/${id}` : `/v1/${kind}/${id}`;
    return { org, owner, id, path, permissions: `${path}/permissions` };
  }

  describe('POST', () => {
    it('grants users and teams a role, and updates it when granted again', async () => {
      const { org, owner, path, permissions } = await aThing();
      const [user, inTeam] = [await aMember(server, org, null), await aMember(server, org, null)];
      const team = await aTeam(server, org, { members: [inTeam] });
      const give = (role: string | null) =>
        owner.rest(`POST ${permissions}`, { role, users: [user.userId, user.userId], teams: [team.id] });

      const reply = await give('read');

      expect([reply.status, reply.body]).toEqual([204, '']);
      for (const caller of [user, inTeam]) expect((await caller.rest(`GET ${path}`)).status).toBe(200);
      await give('admin');
      for (const caller of [user, inTeam]) expect((await caller.rest(`GET ${path}`)).body.permissions.admin).toBe(true);
      await give(null);
      for (const caller of [user, inTeam]) expect((await caller.rest(`GET ${path}`)).status).toBe(404);
    });

    it('answers 404 for users and teams outside the organization, and writes no grant', async () => {
      const { org, owner, permissions } = await aThing();
      const member = await aMember(server, org, null);
      const stranger = await server.aUser();
      const foreign = await aTeam(server, (await anOrganization(server)).id);

      const reply = await owner.rest(`POST ${permissions}`, {
        role: 'read',
        users: [member.userId, stranger.userId, none],
        teams: [foreign.id],
      });

      expect(reply.status).toBe(404);
      expect(reply.body.error.type).toBe('reference_not_found');
      expect(reply.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
        'body.users.1',
        'body.users.2',
        'body.teams.0',
      ]);
      expect((await owner.rest(`GET ${permissions}/users`)).body).toEqual({ count: 0, items: [] });
    });

    it.each([
      [{ users: ['x'] }, 'body.role'],
      [{ role: 'owner', users: ['x'] }, 'body.role'],
      [{ role: 'read' }, 'body.users'],
      [{ role: 'read', users: [], teams: [] }, 'body.users'],
      [{ role: 'read', users: Array(101).fill('x') }, 'body.users'],
    ])('refuses to grant access with the body %j', async (body, place) => {
      const { owner, permissions } = await aThing();
      const reply = await owner.rest(`POST ${permissions}`, body);
      expect([reply.status, reply.body.error.details[0].path]).toEqual([400, place]);
    });

    it('allows only admins of the resource to grant access', async () => {
      const { org, permissions } = await aThing();
      const creator = await aMember(server, org, 'create');
      const guest = await aMember(server, org, null);
      const body = { role: 'admin', users: [creator.userId] };
      expect((await creator.rest(`POST ${permissions}`, body)).status).toBe(403);
      expect((await guest.rest(`POST ${permissions}`, body)).status).toBe(404);
    });

    it('keeps one grant per holder when several are created concurrently', async () => {
      const { org, owner, permissions } = await aThing();
      const member = await aMember(server, org, null);
      const replies = await Promise.all(
        (['read', 'comment', 'edit', 'read'] as const).map((role) =>
          owner.rest(`POST ${permissions}`, { role, users: [member.userId] }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
      expect((await owner.rest(`GET ${permissions}/users`)).body.count).toBe(1);
    });
  });

  describe('users/{userId}', () => {
    it('the grant of a user is updated and revoked', async () => {
      const { org, owner, id, path, permissions } = await aThing();
      const user = await aMember(server, org, null);
      await aGrant(server, org, { on: on(id), to: user, role: 'read' });

      expect((await owner.rest(`PATCH ${permissions}/users/${user.userId}`, { role: 'admin' })).status).toBe(204);
      expect((await user.rest(`GET ${path}`)).body.permissions.admin).toBe(true);
      expect((await owner.rest(`DELETE ${permissions}/users/${user.userId}`)).status).toBe(204);
      expect((await user.rest(`GET ${path}`)).status).toBe(404);
      expect((await owner.rest(`DELETE ${permissions}/users/${user.userId}`)).status).toBe(404);
      expect((await owner.rest(`PATCH ${permissions}/users/${user.userId}`, { role: 'read' })).status).toBe(404);
    });

    it('a grant update without a role is 400, and one below admin 403', async () => {
      const { org, owner, id, permissions } = await aThing();
      const user = await aMember(server, org, 'create');
      await aGrant(server, org, { on: on(id), to: user, role: 'create' });
      expect((await owner.rest(`PATCH ${permissions}/users/${user.userId}`, {})).status).toBe(400);
      expect((await user.rest(`PATCH ${permissions}/users/${user.userId}`, { role: 'admin' })).status).toBe(403);
      expect((await user.rest(`DELETE ${permissions}/users/${user.userId}`)).status).toBe(403);
    });
  });

  describe('teams', () => {
    it('the grants of teams are listed, updated and revoked', async () => {
      const { org, owner, id, path, permissions } = await aThing();
      const user = await aMember(server, org, null);
      const team = await aTeam(server, org, { title: 'Writers', members: [user] });
      await aGrant(server, org, { on: on(id), to: { teamId: team.id }, role: 'read' });
      await aGrant(server, org, { on: on(id), to: owner, role: 'read' });

      const list = await owner.rest(`GET ${permissions}/teams`);
      expect(list.body).toEqual({
        count: 1,
        items: [
          { permission: 'read', team: expect.objectContaining({ object: 'team', id: team.id, title: 'Writers' }) },
        ],
      });
      expect((await owner.rest(`PATCH ${permissions}/teams/${team.id}`, { role: 'admin' })).status).toBe(204);
      expect((await user.rest(`GET ${path}`)).body.permissions.admin).toBe(true);
      expect((await owner.rest(`DELETE ${permissions}/teams/${team.id}`)).status).toBe(204);
      expect((await user.rest(`GET ${path}`)).status).toBe(404);
      expect((await owner.rest(`DELETE ${permissions}/teams/${team.id}`)).status).toBe(404);
    });
  });

  describe('GET users', () => {
    it('pages through the grants of users with the same number of statements for any page', async () => {
      const { org, owner, id, permissions } = await aThing();
      const users: Caller[] = [];
      for (let made = 0; made < 3; made += 1) {
        const user = await aMember(server, org, null);
        users.push(user);
        await aGrant(server, org, { on: on(id), to: user, role: made === 0 ? 'none' : 'edit' });
      }
      const statements = async (query: string) => {
        await server.statements.reset();
        const { body } = await owner.rest(`GET ${permissions}/users${query}`);
        return { body, sent: server.statements.texts.length };
      };
      await statements('');
      const all = await statements('');
      expect(pairs(all.body)).toEqual({
        [users[0]!.userId]: null,
        [users[1]!.userId]: 'edit',
        [users[2]!.userId]: 'edit',
      });
      expect(all.body.items[0].user).toMatchObject({ object: 'user', displayName: 'Example user' });
      const first = await statements('?limit=2');
      // Both pages have a next page, since the count of a list that ends on its first page needs no statement.
      const shorter = await statements('?limit=1');
      expect([first.body.count, first.body.items.length, first.sent]).toEqual([3, 2, shorter.sent]);
      const second = await statements(`?limit=2&page=${first.body.next.page}`);
      expect(second.body.items).toHaveLength(1);
    });

    it('shows grants and effective access only to admins of the resource', async () => {
      const { org, permissions } = await aThing();
      const creator = await aMember(server, org, 'create');
      expect((await creator.rest(`GET ${permissions}/users`)).status).toBe(403);
      expect((await creator.rest(`GET ${permissions}/aggregate`)).status).toBe(403);
      expect((await (await server.aUser()).rest(`GET ${permissions}/aggregate`)).status).toBe(404);
    });
  });

  describe('GET aggregate', () => {
    it('lists every member with access, whether granted, inherited or by default', async () => {
      const { org, owner, id, permissions } = await aThing();
      const reader = await aMember(server, org, 'read');
      const guest = await aMember(server, org, null);
      const invited = await aMember(server, org, null);
      const inTeam = await aMember(server, org, 'read');
      const shut = await aMember(server, org, 'create');
      const disabled = await aMember(server, org, 'edit');
      await server.platform.db.prisma.member.update({
        where: { organizationId_userId: { organizationId: org, userId: disabled.userId } },
        data: { disabled: true },
      });
      const team = await aTeam(server, org, { members: [inTeam, shut] });
      await aGrant(server, org, { on: on(id), to: { teamId: team.id }, role: 'edit' });
      await aGrant(server, org, { on: on(id), to: invited, role: 'comment' });
      await aGrant(server, org, { on: on(id), to: shut, role: 'none' });

      const { body } = await owner.rest(`GET ${permissions}/aggregate`);

      const expected = {
        [owner.userId]: 'admin',
        [reader.userId]: 'read',
        [invited.userId]: 'comment',
        [inTeam.userId]: 'edit',
      };
      expect(pairs(body)).toEqual(expected);
      expect(body.count).toBe(4);
      expect(pairs(body)).not.toHaveProperty(guest.userId);
      const edits = await owner.rest(`GET ${permissions}/aggregate?role=edit`);
      expect([edits.body.count, pairs(edits.body)]).toEqual([1, { [inTeam.userId]: 'edit' }]);
      expect((await owner.rest(`GET ${permissions}/aggregate?role=chief`)).status).toBe(400);
    });

    it('names what each role comes from: a grant on the resource, or the membership', async () => {
      const { org, owner, id, permissions } = await aThing();
      const reader = await aMember(server, org, 'read');
      const invited = await aMember(server, org, 'read');
      const inTeam = await aMember(server, org, null);
      const team = await aTeam(server, org, { members: [inTeam] });
      await aGrant(server, org, { on: on(id), to: { teamId: team.id }, role: 'edit' });
      await aGrant(server, org, { on: on(id), to: invited, role: 'comment' });
      // The role of an admin is that of the membership, whatever is granted.
      await aGrant(server, org, { on: on(id), to: owner, role: 'read' });

      const { body } = await owner.rest(`GET ${permissions}/aggregate`);

      const membership = { type: 'organization', organization: org };
      const type = kind.slice(0, -1);
      expect(originsIn(body)).toEqual({
        [owner.userId]: membership,
        [reader.userId]: membership,
        [invited.userId]: { type, [type]: id },
        [inTeam.userId]: { type, [type]: id },
      });
    });
  });
});

it('the id of a collection in the path of a space is 404', async () => {
  const { id: org, owner } = await anOrganization(server);
  const { id } = await aCollection(server, org);
  const reply = await owner.rest(`POST /v1/spaces/${id}/permissions`, { role: 'read', users: [owner.userId] });
  expect(reply.status).toBe(404);
});

it('the role on a space that is granted or set by default on a collection above it comes from the nearest collection', async () => {
  const { id: org, owner } = await anOrganization(server);
  const [writer, reader] = [await aMember(server, org, null), await aMember(server, org, null)];
  const outer = await aCollection(server, org);
  const inner = await aCollection(server, org, { parentId: outer.id, defaultLevel: 'read' });
  const { id } = await aSpace(server, org, { parentId: inner.id });
  await aGrant(server, org, { on: { collectionId: outer.id }, to: reader, role: 'admin' });
  await aGrant(server, org, { on: { collectionId: inner.id }, to: writer, role: 'edit' });

  const { body } = await owner.rest(`GET /v1/spaces/${id}/permissions/aggregate`);

  const above = { type: 'collection', collection: inner.id };
  expect(pairs(body)).toEqual({ [owner.userId]: 'admin', [writer.userId]: 'edit', [reader.userId]: 'read' });
  expect(originsIn(body)).toEqual({
    [owner.userId]: { type: 'organization', organization: org },
    [writer.userId]: above,
    [reader.userId]: above,
  });
});
