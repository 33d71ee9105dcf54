import { jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { contextOf, originOf } from '../../../src/app/process/context.ts';
import { ping } from '../../../src/domain/people/members/ping.ts';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const nobody = 'usr_AAAAAAAAAAAAAAAAAAAA';
const listIds = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

describe('GET /v1/orgs/{organizationId}/members', () => {
  it('lists complete members, last joined first', async () => {
    const { id, owner } = await anOrganization(server);
    const guest = await aMember(server, id, null);
    const { body } = await owner.rest(`GET /v1/orgs/${id}/members`);

    expect(body.count).toBe(2);
    expect(listIds(body)).toEqual([guest.userId, owner.userId]);
    expect(body.items[0]).toEqual({
      object: 'member',
      id: guest.userId,
      role: null,
      user: {
        object: 'user',
        id: guest.userId,
        displayName: 'Example user',
        email: expect.any(String),
        urls: { location: `${baseUrl}/v1/users/${guest.userId}` },
      },
      disabled: false,
      sso: false,
      joinedAt: expect.any(String),
      spaces: 0,
      teams: 0,
    });
  });

  it('filters members by role and guests, and sorts them in both directions', async () => {
    const { id, owner } = await anOrganization(server);
    const editor = await aMember(server, id, 'edit');
    const guest = await aMember(server, id, null);
    const list = async (query: string) => listIds((await owner.rest(`GET /v1/orgs/${id}/members?${query}`)).body);

    expect(await list('role=edit')).toEqual([editor.userId]);
    expect(await list('role=guest')).toEqual([guest.userId]);
    expect(await list('order=asc')).toEqual([owner.userId, editor.userId, guest.userId]);
    expect(await list('sort=lastSeenAt')).toEqual([]);
    await guest.rest(`POST /v1/orgs/${id}/ping`);
    await editor.rest(`POST /v1/orgs/${id}/ping`);
    expect(await list('sort=lastSeenAt&order=asc')).toEqual([guest.userId, editor.userId]);
    await server.platform.db.prisma.member.updateMany({ where: { userId: guest.userId }, data: { disabled: true } });
    expect(await list('sort=lastSeenAt')).toEqual([editor.userId]);
  });

  it('names and visible addresses of members are searched literally, ignoring case', async () => {
    const { id, owner } = await anOrganization(server);
    const reader = await aMember(server, id, 'read');
    const named = await aMember(server, id, 'read');
    await server.platform.db.prisma.user.update({
      where: { id: named.userId },
      data: { displayName: '100%_Name\\', email: `${named.userId.toLowerCase()}@needle.example` },
    });
    const count = async (caller: typeof owner, text: string) =>
      (await caller.rest(`GET /v1/orgs/${id}/members?search=${encodeURIComponent(text)}`)).body.count as number;

    expect(await count(owner, '0%_nAME\\')).toBe(1);
    expect(await count(owner, '%')).toBe(1);
    expect(await count(owner, 'Needle.example')).toBe(1);
    expect(await count(reader, 'needle.example')).toBe(0);
    expect(await count(reader, 'example USER')).toBe(2);
  });

  it('hides email addresses of members from callers below the role create', async () => {
    const { id } = await anOrganization(server);
    const reader = await aMember(server, id, 'review');
    const { body } = await reader.rest(`GET /v1/orgs/${id}/members`);
    const shown = body.items.filter(({ user }: { user: object }) => 'email' in user);
    expect(listIds({ items: shown })).toEqual([reader.userId]);
  });

  it('pages through all members without gaps, in a constant number of statements', async () => {
    const { id, owner } = await anOrganization(server);
    for (let n = 0; n < 6; n += 1) await aMember(server, id, 'read');
    const seen: string[] = [];
    let page = '';
    do {
      const { body } = await owner.rest(`GET /v1/orgs/${id}/members?limit=3${page && `&page=${page}`}`);
      seen.push(...listIds(body));
      page = body.next?.page ?? '';
    } while (page);
    expect(new Set(seen).size).toBe(7);

    const cost = async (limit: number) => {
      await server.statements.reset();
      await owner.rest(`GET /v1/orgs/${id}/members?limit=${limit}`);
      return server.statements.texts.length;
    };
    expect(await cost(1)).toBe(await cost(6));
    expect(await cost(7)).toBeLessThanOrEqual(6);
  });

  it.each(['limit=1001', 'limit=-1', 'role=owner', 'sort=title', 'order=up', 'page=xyz', 'search=%00'])(
    'refuses to list members with the query %s',
    async (query) => {
      const { id, owner } = await anOrganization(server);
      expect((await owner.rest(`GET /v1/orgs/${id}/members?${query}`)).status).toBe(400);
    },
  );

  it('refuses a cursor of a list of members with other filters', async () => {
    const { id, owner } = await anOrganization(server);
    await aMember(server, id, 'admin');
    const { body } = await owner.rest(`GET /v1/orgs/${id}/members?limit=1`);
    const foreign = await owner.rest(`GET /v1/orgs/${id}/members?limit=1&role=admin&page=${body.next.page}`);
    expect(foreign.body.error.type).toBe('invalid_cursor');
  });
});

describe('GET /v1/orgs/{organizationId}/members/{userId}', () => {
  it('shows guests their own membership, but no other member', async () => {
    const { id, owner } = await anOrganization(server);
    const guest = await aMember(server, id, null);
    expect((await guest.rest(`GET /v1/orgs/${id}/members/${guest.userId}`)).body.id).toBe(guest.userId);
    expect((await guest.rest(`GET /v1/orgs/${id}/members/${owner.userId}`)).status).toBe(403);
    expect((await guest.rest(`GET /v1/orgs/${id}/members/${nobody}`)).status).toBe(403);
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${nobody}`)).status).toBe(404);
  });
});

describe('PATCH /v1/orgs/{organizationId}/members/{userId}', () => {
  it('updates the role of a member, where null makes a guest and an empty body changes nothing', async () => {
    const { id, owner } = await anOrganization(server);
    const { userId } = await aMember(server, id, 'read');
    const path = `PATCH /v1/orgs/${id}/members/${userId}`;
    expect((await owner.rest(path, { role: 'review' })).body.role).toBe('review');
    expect((await owner.rest(path, {})).body.role).toBe('review');
    expect((await owner.rest(path, { role: null })).body.role).toBeNull();
    expect((await owner.rest(path, { role: 'owner' })).status).toBe(400);
  });

  it('refuses to demote the last active admin', async () => {
    const { id, owner } = await anOrganization(server);
    const disabled = await aMember(server, id, 'admin');
    await server.platform.db.prisma.member.updateMany({ where: { userId: disabled.userId }, data: { disabled: true } });
    const { body } = await owner.rest(`PATCH /v1/orgs/${id}/members/${owner.userId}`, { role: 'create' });
    expect(body.error).toMatchObject({ code: 409, type: 'last_admin' });
  });

  it('keeps one of two admins who demote each other concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, owner } = await anOrganization(server);
      const other = await aMember(server, id, 'admin');
      const demote = (by: typeof owner, whom: typeof owner) =>
        by.rest(`PATCH /v1/orgs/${id}/members/${whom.userId}`, { role: 'read' });

      const replies = await Promise.all([demote(owner, other), demote(other, owner)]);

      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
      expect(await server.platform.db.prisma.member.count({ where: { organizationId: id, role: 'admin' } })).toBe(1);
    }
  });

  it('keeps one of two admins who leave concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, owner } = await anOrganization(server);
      const other = await aMember(server, id, 'admin');
      const leave = (who: typeof owner) => who.rest(`DELETE /v1/orgs/${id}/members/${who.userId}`);
      const replies = await Promise.all([leave(owner), leave(other)]);
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    }
  });

  it('answers 412 to a member update or removal that expects an older version', async () => {
    const { id, owner } = await anOrganization(server);
    const { userId } = await aMember(server, id, 'read');
    const path = `/v1/orgs/${id}/members/${userId}`;
    const headers = { 'if-match': String((await owner.rest(`GET ${path}`)).headers['etag']) };
    expect((await owner.rest(`PATCH ${path}`, { role: 'edit' }, { headers })).status).toBe(200);
    expect((await owner.rest(`PATCH ${path}`, { role: 'admin' }, { headers })).status).toBe(412);
    expect((await owner.rest(`DELETE ${path}`, undefined, { headers })).status).toBe(412);
  });
});

describe('DELETE /v1/orgs/{organizationId}/members/{userId}', () => {
  it('removes the teams and grants of a removed member, so that nothing is restored when they rejoin', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const team = await aTeam(server, id, { owners: [member] });
    const space = await aSpace(server, id, { defaultLevel: 'none' });
    await aGrant(server, id, { on: { spaceId: space.id }, to: { userId: member.userId }, role: 'admin' });

    expect((await owner.rest(`DELETE /v1/orgs/${id}/members/${member.userId}`)).status).toBe(204);
    expect((await owner.rest(`DELETE /v1/orgs/${id}/members/${member.userId}`)).status).toBe(404);
    expect((await member.rest(`GET /v1/orgs/${id}`)).status).toBe(404);
    await server.platform.db.prisma.member.create({
      data: { organizationId: id, userId: member.userId, role: 'read' },
    });

    expect((await member.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
    expect((await owner.rest(`GET /v1/orgs/${id}/teams/${team.id}`)).body.members).toBe(0);
  });

  it('allows every member to leave, but only admins to remove others', async () => {
    const { id, owner } = await anOrganization(server);
    const guest = await aMember(server, id, null);
    expect((await guest.rest(`DELETE /v1/orgs/${id}/members/${owner.userId}`)).status).toBe(403);
    expect((await guest.rest(`DELETE /v1/orgs/${id}/members/${guest.userId}`)).status).toBe(204);
  });
});

describe('POST /v1/orgs/{organizationId}/members/{userId}/sso', () => {
  it('a member is marked as signing in through SSO', async () => {
    const { id, owner } = await anOrganization(server);
    const { userId } = await aMember(server, id, 'read');
    expect((await owner.rest(`POST /v1/orgs/${id}/members/${userId}/sso`)).body).toMatchObject({
      id: userId,
      sso: true,
    });
    expect((await owner.rest(`POST /v1/orgs/${id}/members/${nobody}/sso`)).status).toBe(404);
  });
});

describe('`disabled` of a member', () => {
  it('ends and restores access at once, keeps the role, and the last admin cannot be disabled', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'edit');
    const path = (userId: string) => `PATCH /v1/orgs/${id}/members/${userId}`;

    const disabled = await owner.rest(path(member.userId), { disabled: true });
    expect(disabled.body).toMatchObject({ disabled: true, role: 'edit' });
    expect((await member.rest(`GET /v1/orgs/${id}`)).status).toBe(404);
    const enabled = await owner.rest(path(member.userId), { disabled: false, role: 'read' });
    expect(enabled.body).toMatchObject({ disabled: false, role: 'read' });
    expect((await member.rest(`GET /v1/orgs/${id}`)).status).toBe(200);
    const last = await owner.rest(path(owner.userId), { disabled: true });
    expect(last).toMatchObject({ status: 409, body: { error: { type: 'last_admin' } } });
    expect((await owner.rest(path(member.userId), { disabled: null })).status).toBe(400);
  });
});

describe('POST /v1/orgs/{organizationId}/ping', () => {
  it('updates lastSeenAt of the caller on ping without a new version', async () => {
    const { id, owner } = await anOrganization(server);
    const before = await owner.rest(`GET /v1/orgs/${id}/members/${owner.userId}`);
    expect(before.body).not.toHaveProperty('lastSeenAt');
    expect((await owner.rest(`POST /v1/orgs/${id}/ping`)).body).toEqual({});
    const after = await owner.rest(`GET /v1/orgs/${id}/members/${owner.userId}`);
    expect(Date.parse(after.body.lastSeenAt)).toBeGreaterThan(clock.now().getTime() - 60_000);
    expect(String(after.headers['etag'])).toMatch(/^"1\./);
  });

  it('returns claims of the caller signed for an hour when a key is configured', async () => {
    const { id } = await anOrganization(server);
    const member = await aMember(server, id, 'edit');
    const { db, services } = server.platform;
    const claimsKey = 'k'.repeat(32);
    const ctx = contextOf(
      { ...services, config: { ...services.config, CLAIMS_KEY: claimsKey } },
      db,
      member.context().actor,
      { requestId: 'req_1', origin: originOf('service') },
    );

    const token = (await ping(ctx, id)) ?? '';

    const { payload } = await jwtVerify(token, new TextEncoder().encode(claimsKey), { algorithms: ['HS256'] });
    expect(payload).toMatchObject({ sub: member.userId, organization: id, role: 'edit' });
    expect(payload.exp! - payload.iat!).toBe(3_600);
  });
});

describe('GET /v1/orgs/{organizationId}/members/{userId}/spaces', () => {
  it('lists the spaces that a member may read with their role, by date, for the member and for admins', async () => {
    const { id, owner } = await anOrganization(server);
    const member = await aMember(server, id, 'comment');
    const guest = await aMember(server, id, null);
    const team = await aTeam(server, id, { members: [guest] });
    const shelf = await aCollection(server, id, { defaultLevel: 'none' });
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 0, day)) });
    const open = await aSpace(server, id, at(1));
    const shut = await aSpace(server, id, { parentId: shelf.id, ...at(2) });
    await aSpace(server, id, { deletedAt: clock.now(), ...at(3) });
    await aGrant(server, id, { on: { collectionId: shelf.id }, to: { teamId: team.id }, role: 'edit' });
    const list = async (caller: typeof owner, userId: string, query = '') => {
      const { body } = await caller.rest(`GET /v1/orgs/${id}/members/${userId}/spaces${query}`);
      return body.items.map((item: any) => [item.space.id, item.permission, item.space.permissions.admin]);
    };

    expect(await list(owner, owner.userId)).toEqual([
      [shut.id, 'admin', true],
      [open.id, 'admin', true],
    ]);
    expect(await list(owner, owner.userId, '?order=asc&limit=1')).toEqual([[open.id, 'admin', true]]);
    expect(await list(owner, member.userId)).toEqual([[open.id, 'comment', true]]);
    expect(await list(member, member.userId)).toEqual([[open.id, 'comment', false]]);
    expect(await list(guest, guest.userId)).toEqual([[shut.id, 'edit', false]]);
    expect((await member.rest(`GET /v1/orgs/${id}/members/${guest.userId}/spaces`)).status).toBe(403);
    expect((await owner.rest(`GET /v1/orgs/${id}/members/${nobody}/spaces`)).status).toBe(404);
  });
});

describe('GET /v1/orgs/{organizationId}/members/{userId}/teams', () => {
  it('lists the teams of a member in the organization by title, with their role', async () => {
    const { id, owner } = await anOrganization(server);
    const elsewhere = await anOrganization(server, { owner });
    const member = await aMember(server, id, 'read');
    await aTeam(server, elsewhere.id, { title: 'Apart', owners: [owner, member] });
    await aTeam(server, id, { title: 'Writers', members: [member] });
    await aTeam(server, id, { title: 'Editors', owners: [member] });
    await aTeam(server, id, { title: 'Others' });

    const { body } = await owner.rest(`GET /v1/orgs/${id}/members/${member.userId}/teams`);
    const some = await member.rest(`GET /v1/orgs/${id}/members/${member.userId}/teams?title=WRIT`);

    expect(body.items.map((item: any) => [item.team.title, item.member.role])).toEqual([
      ['Editors', 'owner'],
      ['Writers', 'member'],
    ]);
    expect(some.body.items.map((item: any) => item.team.title)).toEqual(['Writers']);
    expect((await member.rest(`GET /v1/orgs/${id}/members/${owner.userId}/teams`)).status).toBe(403);
  });
});
