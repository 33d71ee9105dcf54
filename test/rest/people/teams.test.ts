import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const nobody = 'usr_AAAAAAAAAAAAAAAAAAAA';
const emailOf = async ({ userId }: Caller) =>
  (await server.platform.db.prisma.user.findUniqueOrThrow({ where: { id: userId } })).email ?? '';

/** Roles of the members of the team, by user id. */
const rolesIn = async (teamId: string) =>
  Object.fromEntries(
    (await server.platform.db.prisma.teamMember.findMany({ where: { teamId } })).map(({ userId, role }) => [
      userId,
      role,
    ]),
  );

describe('PUT /v1/orgs/{organizationId}/teams', () => {
  it('creates a team of members whose owner is the caller', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'read');

    const reply = await owner.rest(`PUT /v1/orgs/${id}/teams`, {
      title: 'Writers',
      members: [member.userId, owner.userId, member.userId],
    });

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(`${baseUrl}/v1/orgs/${id}/teams/${reply.body.id}`);
    expect(reply.body).toEqual({
      object: 'team',
      id: expect.stringMatching(/^team_/),
      title: 'Writers',
      members: 2,
      spaces: 0,
      createdAt: expect.any(String),
      permissions: { admin: true, view: true },
    });
    expect(await rolesIn(reply.body.id)).toEqual({ [owner.userId]: 'owner', [member.userId]: 'member' });
  });

  it('refuses a team with an invalid title with 400, and one of users who are not members with 404', async () => {
    const { id, owner } = await anOrganization(server);
    for (const body of [{}, { title: '' }, { title: 'x'.repeat(65) }])
      expect((await owner.rest(`PUT /v1/orgs/${id}/teams`, body)).status).toBe(400);
    const stranger = await server.aUser();
    const { body } = await owner.rest(`PUT /v1/orgs/${id}/teams`, { title: 'X', members: [stranger.userId] });
    expect(body.error).toMatchObject({ code: 404, type: 'reference_not_found' });
    expect(await server.platform.db.prisma.team.count({ where: { organizationId: id } })).toBe(0);
  });
});

describe('GET /v1/orgs/{organizationId}/teams', () => {
  it('lists teams by title, filtered by part of it and by who can manage them', async () => {
    const { id, owner } = await anOrganization(server);
    const lead = await aMember(server, id, 'read');
    await aTeam(server, id, { title: 'Writers' });
    await aTeam(server, id, { title: 'Editors', owners: [lead] });
    await aTeam(server, id, { title: 'Artists', members: [lead] });
    const list = async (query: string) =>
      (await lead.rest(`GET /v1/orgs/${id}/teams${query}`)).body.items.map(({ title }: { title: string }) => title);

    expect(await list('')).toEqual(['Artists', 'Editors', 'Writers']);
    expect(await list('?title=IT')).toEqual(['Editors', 'Writers']);
    expect(await list(`?owner=${lead.userId}`)).toEqual(['Editors']);
    expect(await list(`?owner=${owner.userId}`)).toHaveLength(3);
    expect(await list(`?owner=${nobody}`)).toEqual([]);
    const { body } = await lead.rest(`GET /v1/orgs/${id}/teams?limit=2`);
    expect(body.count).toBe(3);
    expect(await list(`?limit=2&page=${body.next.page}`)).toEqual(['Writers']);
  });

  it('answers anew to a request with the Idempotency-Key of an earlier one, because it creates nothing', async () => {
    const { id, owner } = await anOrganization(server);
    const list = () => owner.rest(`GET /v1/orgs/${id}/teams`, undefined, { headers: { 'idempotency-key': 'again' } });
    expect((await list()).body.items).toEqual([]);
    await aTeam(server, id);
    expect((await list()).body.items).toHaveLength(1);
  });

  it('shows in the permissions of each team whether the caller may manage its members', async () => {
    const { id } = await anOrganization(server);
    const lead = await aMember(server, id, 'read');
    const led = await aTeam(server, id, { title: 'A', owners: [lead] });
    await aTeam(server, id, { title: 'B', members: [lead] });
    const { body } = await lead.rest(`GET /v1/orgs/${id}/teams`);
    expect(body.items.map(({ permissions }: any) => permissions.admin)).toEqual([true, false]);
    expect(body.items[0].id).toBe(led.id);
  });
});

describe('GET /v1/orgs/{organizationId}/teams/{teamId}', () => {
  it('shows guests the teams they are in, with the number of readable spaces', async () => {
    const { id } = await anOrganization(server);
    const guest = await aMember(server, id, null);
    const mine = await aTeam(server, id, { members: [guest] });
    const other = await aTeam(server, id);
    const shelf = await aCollection(server, id);
    await aSpace(server, id, { parentId: shelf.id });
    await aSpace(server, id, { parentId: shelf.id, defaultLevel: 'none' });
    await aGrant(server, id, { on: { collectionId: shelf.id }, to: { teamId: mine.id }, role: 'read' });

    expect((await guest.rest(`GET /v1/orgs/${id}/teams/${mine.id}`)).body).toMatchObject({ members: 1, spaces: 1 });
    expect((await guest.rest(`GET /v1/orgs/${id}/teams/${mine.id}/members`)).body.count).toBe(1);
    expect((await guest.rest(`GET /v1/orgs/${id}/teams/${other.id}`)).status).toBe(403);
  });

  it('answers 404 for a team of another organization', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server, { owner });
    const team = await aTeam(server, elsewhere.id);
    for (const request of ['GET', 'DELETE', 'PATCH'])
      expect((await owner.rest(`${request} /v1/orgs/${id}/teams/${team.id}`, { title: 'X' })).status).toBe(404);
    expect((await owner.rest(`PUT /v1/orgs/${id}/teams/${team.id}/members`, {})).status).toBe(404);
  });
});

describe('PATCH and DELETE /v1/orgs/{organizationId}/teams/{teamId}', () => {
  it('allows admins, but not owners, to rename a team and to delete it with its grants', async () => {
    const { id, owner } = await anOrganization(server);
    const lead = await aMember(server, id, 'read');
    const team = await aTeam(server, id, { owners: [lead] });
    const space = await aSpace(server, id, { defaultLevel: 'none' });
    await aGrant(server, id, { on: { spaceId: space.id }, to: { teamId: team.id }, role: 'read' });
    const path = `/v1/orgs/${id}/teams/${team.id}`;

    expect((await lead.rest(`PATCH ${path}`, { title: 'New' })).status).toBe(403);
    expect((await owner.rest(`PATCH ${path}`, { title: 'New' })).body.title).toBe('New');
    expect((await owner.rest(`PATCH ${path}`, {})).status).toBe(400);
    expect((await lead.rest(`GET /v1/spaces/${space.id}`)).status).toBe(200);
    expect((await lead.rest(`DELETE ${path}`)).status).toBe(403);
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(204);
    expect((await owner.rest(`DELETE ${path}`)).status).toBe(404);
    expect((await lead.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
  });
});

describe('GET /v1/orgs/{organizationId}/teams/{teamId}/members', () => {
  it('lists the members of a team with their roles in the organization and in the team', async () => {
    const { id, owner } = await anOrganization(server);
    const team = await aTeam(server, id, { owners: [owner] });
    const { body } = await owner.rest(`GET /v1/orgs/${id}/teams/${team.id}/members`);
    const self = await owner.rest(`GET /v1/orgs/${id}/members/${owner.userId}`);
    expect(body).toEqual({
      count: 1,
      items: [{ organization: self.body, team: { role: 'owner' }, permissions: { view: true } }],
    });
  });
});

describe('PUT /v1/orgs/{organizationId}/teams/{teamId}/members', () => {
  it('adds team members by id and address, then sets roles, then removes members', async () => {
    const { id, owner } = await anOrganization(server);
    const [one, two, three] = [
      await aMember(server, id, 'read'),
      await aMember(server, id, null),
      await aMember(server, id, 'edit'),
    ];
    const team = await aTeam(server, id, { owners: [three] });

    const reply = await owner.rest(`PUT /v1/orgs/${id}/teams/${team.id}/members`, {
      add: [one.userId, (await emailOf(two)).toUpperCase(), three.userId, owner.userId],
      memberships: { [two.userId]: { role: 'owner' } },
      remove: [owner.userId],
    });

    expect(reply.status).toBe(204);
    expect(await rolesIn(team.id)).toEqual({
      [one.userId]: 'member',
      [two.userId]: 'owner',
      [three.userId]: 'owner',
    });
  });

  it('names all unknown users and leaves the team unchanged', async () => {
    const { id, owner } = await anOrganization(server);
    const stranger = await server.aUser();
    const team = await aTeam(server, id);
    const { body } = await owner.rest(`PUT /v1/orgs/${id}/teams/${team.id}/members`, {
      add: [owner.userId, nobody, await emailOf(stranger)],
      memberships: { [stranger.userId]: { role: 'member' } },
    });
    expect(body.error.code).toBe(400);
    expect(body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'body.add.1',
      'body.add.2',
      `body.memberships.${stranger.userId}`,
    ]);
    expect(await rolesIn(team.id)).toEqual({});
  });

  it.each([{ add: 'x' }, { add: [1] }, { memberships: { a: { role: 'boss' } } }, { memberships: [] }])(
    'refuses to update team members with the body %j',
    async (body) => {
      const { id, owner } = await anOrganization(server);
      const team = await aTeam(server, id);
      expect((await owner.rest(`PUT /v1/orgs/${id}/teams/${team.id}/members`, body)).status).toBe(400);
    },
  );

  it('allows team owners only to add and remove plain members', async () => {
    const { id } = await anOrganization(server);
    const lead = await aMember(server, id, 'read');
    const peer = await aMember(server, id, 'read');
    const plain = await aMember(server, id, 'read');
    const team = await aTeam(server, id, { owners: [lead, peer] });
    const put = async (body: object) => (await lead.rest(`PUT /v1/orgs/${id}/teams/${team.id}/members`, body)).status;

    expect(await put({ add: [plain.userId] })).toBe(204);
    expect(await put({ memberships: { [plain.userId]: { role: 'owner' } } })).toBe(403);
    expect(await put({ memberships: { [peer.userId]: { role: 'member' } } })).toBe(403);
    expect(await put({ remove: [plain.userId, peer.userId] })).toBe(403);
    expect(await rolesIn(team.id)).toEqual({
      [lead.userId]: 'owner',
      [peer.userId]: 'owner',
      [plain.userId]: 'member',
    });
    expect(await put({ remove: [plain.userId] })).toBe(204);
    expect(await put({ remove: [lead.userId] })).toBe(204);
    expect(await put({ add: [lead.userId] })).toBe(403);
  });
});

describe('PUT and DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}', () => {
  it('adds a team member without a body, sets a role, and keeps an existing role that is omitted', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, null);
    const team = await aTeam(server, id);
    const path = `PUT /v1/orgs/${id}/teams/${team.id}/members/${member.userId}`;

    expect((await owner.rest(path)).status).toBe(204);
    expect(await rolesIn(team.id)).toEqual({ [member.userId]: 'member' });
    await owner.rest(path, { role: 'owner' });
    await owner.rest(path, {});
    expect(await rolesIn(team.id)).toEqual({ [member.userId]: 'owner' });
    expect((await owner.rest(path, { role: 'boss' })).status).toBe(400);
  });

  it('answers 404 for a user who is not a member, and for an address in place of an id', async () => {
    const { id, owner } = await anOrganization(server);
    const team = await aTeam(server, id);
    const path = `/v1/orgs/${id}/teams/${team.id}/members`;
    expect((await owner.rest(`PUT ${path}/${nobody}`)).status).toBe(404);
    expect((await owner.rest(`PUT ${path}/${await emailOf(owner)}`)).status).toBe(404);
    expect((await owner.rest(`DELETE ${path}/${owner.userId}`)).status).toBe(404);
  });

  it('allows everyone to leave a team, but no owner to remove another owner', async () => {
    const { id } = await anOrganization(server);
    const lead = await aMember(server, id, null);
    const peer = await aMember(server, id, 'read');
    const plain = await aMember(server, id, null);
    const team = await aTeam(server, id, { owners: [lead, peer], members: [plain] });
    const remove = async (by: Caller, whom: Caller) =>
      (await by.rest(`DELETE /v1/orgs/${id}/teams/${team.id}/members/${whom.userId}`)).status;

    expect(await remove(plain, lead)).toBe(403);
    expect(await remove(lead, peer)).toBe(403);
    expect(await remove(plain, plain)).toBe(204);
    expect(await remove(lead, lead)).toBe(204);
    expect(await remove(lead, peer)).toBe(403);
  });
});

it('pages of members and teams are read with a number of statements that does not grow with the page', async () => {
  const { id, owner } = await anOrganization(server);
  const query = `query($id: ID!, $first: Int) { organization(id: $id) { teams(first: $first) { count edges { node {
    title memberCount spaceCount } } } members(first: $first) { edges { node { role spaceCount user { email } } } } } }`;
  for (let n = 0; n < 5; n += 1) await aTeam(server, id, { members: [await aMember(server, id, 'read')] });
  const cost = async (first: number) => {
    await server.statements.reset();
    await owner.graphql(query, { id, first });
    return server.statements.texts.length;
  };
  await cost(1);
  // Both pages have a next page, since the count of a list that ends on its first page needs no statement.
  expect(await cost(4)).toBe(await cost(1));
});
