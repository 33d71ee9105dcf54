import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace, aTeam } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const none = 'col_AAAAAAAAAAAAAAAAAAAA';

const aCreated = async (owner: Caller, organizationId: string, body: object = {}) =>
  (await owner.rest(`POST /v1/orgs/${organizationId}/collections`, body)).body as { id: string };

describe('POST /v1/orgs/{organizationId}/collections', () => {
  it('creates a collection whose creator is its admin', async () => {
    const { id: org } = await anOrganization(server, { defaultRole: 'comment' });
    const member = await aMember(server, org, 'create');

    const reply = await member.rest(`POST /v1/orgs/${org}/collections`, { title: 'Guides' });

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(reply.body.urls.location);
    expect(reply.body).toEqual({
      object: 'collection',
      id: expect.stringMatching(/^col_/),
      title: 'Guides',
      organization: org,
      defaultLevel: 'comment',
      urls: {
        location: `${baseUrl}/v1/collections/${reply.body.id}`,
        app: `${baseUrl}/collections/${reply.body.id}`,
      },
      permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
    });
  });

  it('creates a collection without a body, for callers with create on the parent', async () => {
    const { id: org, owner } = await anOrganization(server);
    expect((await owner.rest(`POST /v1/orgs/${org}/collections`)).status).toBe(201);
    const guest = await aMember(server, org, null);
    const parent = await aCollection(server, org);
    await aGrant(server, org, { on: { collectionId: parent.id }, to: guest, role: 'review' });
    expect((await guest.rest(`POST /v1/orgs/${org}/collections`, { parent: parent.id })).status).toBe(403);
    const shelf = await aCollection(server, org);
    await aGrant(server, org, { on: { collectionId: shelf.id }, to: guest, role: 'create' });
    const reply = await guest.rest(`POST /v1/orgs/${org}/collections`, { parent: shelf.id });
    expect(reply.body).toMatchObject({ parent: shelf.id, permissions: { admin: true } });
  });

  it('answers 400 to a new collection with a long title, 404 to one with an unknown parent', async () => {
    const { id: org, owner } = await anOrganization(server);
    expect((await owner.rest(`POST /v1/orgs/${org}/collections`, { title: 'x'.repeat(51) })).status).toBe(400);
    const reply = await owner.rest(`POST /v1/orgs/${org}/collections`, { parent: none });
    expect([reply.status, reply.body.error.details[0].path]).toEqual([404, 'body.parent']);
  });
});

describe('GET /v1/collections/{collectionId}', () => {
  it('shows a collection to those who may read it, and answers 404 to all others', async () => {
    const { id: org, owner } = await anOrganization(server);
    const collection = await aCreated(owner, org);
    const guest = await aMember(server, org, null);
    const team = await aTeam(server, org, { members: [guest] });

    expect((await guest.rest(`GET /v1/collections/${collection.id}`)).status).toBe(404);
    expect((await guest.rest(`GET /v1/collections/${none}`)).status).toBe(404);
    await aGrant(server, org, { on: { collectionId: collection.id }, to: { teamId: team.id }, role: 'read' });
    const reply = await guest.rest(`GET /v1/collections/${collection.id}`);
    expect(reply.body).toEqual({
      ...collection,
      permissions: { view: true, admin: false, viewInviteLinks: false, create: false },
    });
  });
});

describe('PATCH /v1/collections/{collectionId}', () => {
  it('updates the given fields of a collection', async () => {
    const { id: org, owner } = await anOrganization(server);
    const { id } = await aCreated(owner, org, { title: 'Old' });
    const patch = async (body: object) => (await owner.rest(`PATCH /v1/collections/${id}`, body)).body;

    expect(await patch({ title: 'New', description: 'All of it' })).toMatchObject({
      title: 'New',
      description: 'All of it',
    });
    expect(await patch({})).toMatchObject({ title: 'New', description: 'All of it' });
    expect(await patch({ description: null })).not.toHaveProperty('description');
  });

  it('applies the default level of a collection to everything in it that inherits', async () => {
    const { id: org, owner } = await anOrganization(server);
    const outer = await aCollection(server, org);
    const inner = await aCollection(server, org, { parentId: outer.id });
    const space = await aSpace(server, org, { parentId: inner.id });
    const guest = await aMember(server, org, null);

    await owner.rest(`PATCH /v1/collections/${outer.id}`, { defaultLevel: 'comment' });

    const reply = await guest.rest(`GET /v1/spaces/${space.id}`);
    expect([reply.body.defaultLevel, reply.body.permissions.comment]).toEqual(['comment', true]);
    await owner.rest(`PATCH /v1/collections/${inner.id}`, { defaultLevel: null });
    expect((await guest.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
    await owner.rest(`PATCH /v1/collections/${inner.id}`, { defaultLevel: 'inherit' });
    expect((await guest.rest(`GET /v1/spaces/${space.id}`)).status).toBe(200);
  });

  it('refuses invalid collection updates with 400, 403, 404 and 412', async () => {
    const { id: org, owner } = await anOrganization(server);
    const { id } = await aCollection(server, org);
    const creator = await aMember(server, org, 'create');
    expect((await owner.rest(`PATCH /v1/collections/${id}`, { title: null })).status).toBe(400);
    expect((await owner.rest(`PATCH /v1/collections/${id}`, { description: 'x'.repeat(101) })).status).toBe(400);
    expect((await creator.rest(`PATCH /v1/collections/${id}`, { title: 'New' })).status).toBe(403);
    expect((await owner.rest(`PATCH /v1/collections/${none}`, {})).status).toBe(404);
    const match = { headers: { 'if-match': '"7.abc"' } };
    expect((await owner.rest(`PATCH /v1/collections/${id}`, { title: 'New' }, match)).status).toBe(412);
  });
});

describe('GET /v1/orgs/{organizationId}/collections', () => {
  it('lists the collections that the caller may read, nested ones unless excluded', async () => {
    const { id: org } = await anOrganization(server);
    const member = await aMember(server, org, 'read');
    const outer = await aCollection(server, org);
    const inner = await aCollection(server, org, { parentId: outer.id });
    await aCollection(server, org, { defaultLevel: 'none' });
    const ids = async (query: string) => {
      const { body } = await member.rest(`GET /v1/orgs/${org}/collections${query}`);
      return [body.count, body.items.map(({ id }: { id: string }) => id).toSorted()];
    };

    expect(await ids('')).toEqual([2, [inner.id, outer.id].toSorted()]);
    expect(await ids('?nested=true')).toEqual([2, [inner.id, outer.id].toSorted()]);
    expect(await ids('?nested=false')).toEqual([1, [outer.id]]);
    expect((await member.rest(`GET /v1/orgs/${org}/collections?nested=perhaps`)).status).toBe(400);
  });

  it('cursors of collections are bound to the filter, and a page is read with two statements', async () => {
    const { id: org, owner } = await anOrganization(server);
    for (let made = 0; made < 3; made += 1) await aCollection(server, org);
    const first = await owner.rest(`GET /v1/orgs/${org}/collections?limit=2`);
    const page = first.body.next.page as string;

    expect((await owner.rest(`GET /v1/orgs/${org}/collections?limit=2&page=${page}`)).body.items).toHaveLength(1);
    expect((await owner.rest(`GET /v1/orgs/${org}/collections?nested=false&page=${page}`)).status).toBe(400);
    await server.statements.reset();
    await owner.rest(`GET /v1/orgs/${org}/collections`);
    const others = server.statements.texts.filter((text) => !text.includes('from api_tokens'));
    expect(others.filter((text) => /\b(collections|organizations)\b/.test(text))).toHaveLength(2);
  });

  it('answers 404 to callers outside the organization who list its collections', async () => {
    const { id: org } = await anOrganization(server);
    const stranger = await server.aUser();
    expect((await stranger.rest(`GET /v1/orgs/${org}/collections`)).status).toBe(404);
  });
});

describe('GET /v1/collections/{collectionId}/spaces', () => {
  it('lists the readable spaces directly in a collection', async () => {
    const { id: org } = await anOrganization(server);
    const member = await aMember(server, org, 'read');
    const outer = await aCollection(server, org);
    const inner = await aCollection(server, org, { parentId: outer.id });
    const space = await aSpace(server, org, { parentId: outer.id });
    await aSpace(server, org, { parentId: outer.id, defaultLevel: 'none' });
    await aSpace(server, org, { parentId: inner.id });

    const { body } = await member.rest(`GET /v1/collections/${outer.id}/spaces`);

    expect(body).toEqual({ count: 1, items: [expect.objectContaining({ id: space.id, object: 'space' })] });
    expect((await (await server.aUser()).rest(`GET /v1/collections/${outer.id}/spaces`)).status).toBe(404);
  });
});

describe('POST /v1/collections/{collectionId}/move', () => {
  it('moves a collection into another one, beside a sibling, and to the top level', async () => {
    const { id: org, owner } = await anOrganization(server);
    const [a, b] = [await aCreated(owner, org, { title: 'A' }), await aCreated(owner, org, { title: 'B' })];
    const inside = await aCreated(owner, org, { parent: a.id });
    const move = (body: object) => owner.rest(`POST /v1/collections/${b.id}/move`, body);

    const reply = await move({ parent: a.id, position: { before: { type: 'collection', collection: inside.id } } });

    expect([reply.status, reply.body.parent]).toEqual([200, a.id]);
    const children = await owner.graphql(
      'query ($id: ID!) { collection(id: $id) { children { count edges { node { title parentId } } } } }',
      { id: a.id },
    );
    expect(children.body.data.collection.children).toEqual({
      count: 2,
      edges: [{ node: { title: 'B', parentId: a.id } }, { node: { title: 'Untitled', parentId: a.id } }],
    });
    expect((await move({ parent: a.id })).status).toBe(409);
    expect((await move({ parent: null })).body.parent).toBeUndefined();
  });

  it('refuses to move a collection into itself', async () => {
    const { id: org, owner } = await anOrganization(server);
    const a = await aCreated(owner, org);
    const b = await aCreated(owner, org, { parent: a.id });
    const c = await aCreated(owner, org, { parent: b.id });
    for (const parent of [a.id, b.id, c.id]) {
      const reply = await owner.rest(`POST /v1/collections/${a.id}/move`, { parent });
      expect([reply.status, reply.body.error.details[0].path]).toEqual([400, 'body.parent']);
    }
  });

  it('creates no cycle when two collections are moved into each other concurrently', async () => {
    const { id: org, owner } = await anOrganization(server);
    const [a, b] = [await aCreated(owner, org), await aCreated(owner, org)];
    const replies = await Promise.all([
      owner.rest(`POST /v1/collections/${a.id}/move`, { parent: b.id }),
      owner.rest(`POST /v1/collections/${b.id}/move`, { parent: a.id }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
  });

  it('answers 403 to a collection move without admin on it or create on the new parent', async () => {
    const { id: org } = await anOrganization(server);
    const guest = await aMember(server, org, null);
    const [a, b] = [await aCollection(server, org), await aCollection(server, org)];
    await aGrant(server, org, { on: { collectionId: a.id }, to: guest, role: 'admin' });
    await aGrant(server, org, { on: { collectionId: b.id }, to: guest, role: 'review' });
    expect((await guest.rest(`POST /v1/collections/${a.id}/move`, { parent: b.id })).status).toBe(403);
    expect((await guest.rest(`POST /v1/collections/${b.id}/move`, { parent: a.id })).status).toBe(403);
    expect((await guest.rest(`POST /v1/collections/${none}/move`, { parent: a.id })).status).toBe(404);
  });
});

describe('POST /v1/collections/{collectionId}/transfer', () => {
  it('a collection is transferred to another organization with everything in it', async () => {
    const { id: from, owner } = await anOrganization(server);
    const { id: to } = await anOrganization(server);
    await server.platform.db.prisma.member.create({
      data: { organizationId: to, userId: owner.userId, role: 'create' },
    });
    const outer = await aCollection(server, from, { parentId: (await aCollection(server, from)).id });
    const inner = await aCollection(server, from, { parentId: outer.id });
    const space = await aSpace(server, from, { parentId: inner.id });
    const team = await aTeam(server, from);
    await aGrant(server, from, { on: { spaceId: space.id }, to: { teamId: team.id }, role: 'edit' });
    await aGrant(server, from, { on: { collectionId: inner.id }, to: owner, role: 'edit' });

    const reply = await owner.rest(`POST /v1/collections/${outer.id}/transfer`, { organization: to });

    expect(reply.body).toMatchObject({ organization: to, permissions: { admin: true } });
    expect(reply.body.parent).toBeUndefined();
    expect((await owner.rest(`GET /v1/spaces/${space.id}`)).body).toMatchObject({ organization: to, parent: inner.id });
    expect((await owner.rest(`GET /v1/orgs/${to}/collections`)).body.count).toBe(2);
    const grants = await server.platform.db.prisma.grant.findMany({
      where: { OR: [{ spaceId: space.id }, { collectionId: { in: [inner.id, outer.id] } }] },
    });
    expect(grants.map(({ organizationId, userId, role }) => `${organizationId} ${userId} ${role}`).toSorted()).toEqual([
      `${to} ${owner.userId} admin`,
      `${to} ${owner.userId} edit`,
    ]);
  });

  it('refuses to transfer a collection to its own organization with 409, to a hidden one with 404, without create with 403', async () => {
    const { id: org, owner } = await anOrganization(server);
    const { id } = await aCollection(server, org);
    const { id: hidden } = await anOrganization(server);
    const { id: closed } = await anOrganization(server);
    await server.platform.db.prisma.member.create({
      data: { organizationId: closed, userId: owner.userId, role: 'edit' },
    });
    const transfer = async (organization: string) =>
      (await owner.rest(`POST /v1/collections/${id}/transfer`, { organization })).status;
    expect([await transfer(org), await transfer(hidden), await transfer(closed)]).toEqual([409, 404, 403]);
    expect((await owner.rest(`POST /v1/collections/${id}/transfer`, {})).status).toBe(400);
  });
});

describe('DELETE /v1/collections/{collectionId}', () => {
  it('deletes nested collections and spaces, and restores those spaces at the top level with the level they had', async () => {
    const { id: org, owner } = await anOrganization(server);
    const outer = await aCreated(owner, org);
    const inner = await aCreated(owner, org, { parent: outer.id });
    await owner.rest(`PATCH /v1/collections/${outer.id}`, { defaultLevel: null });
    const space = (await owner.rest(`POST /v1/orgs/${org}/spaces`, { parent: inner.id })).body;
    const earlier = (await owner.rest(`POST /v1/orgs/${org}/spaces`, { parent: outer.id })).body;
    await owner.rest(`DELETE /v1/spaces/${earlier.id}`);
    const member = await aMember(server, org, 'edit');

    const reply = await owner.rest(`DELETE /v1/collections/${outer.id}`);

    expect([reply.status, reply.body]).toEqual([205, '']);
    expect((await owner.rest(`GET /v1/orgs/${org}/collections`)).body.count).toBe(0);
    expect((await owner.rest(`GET /v1/orgs/${org}/spaces`)).body.count).toBe(0);
    for (const id of [space.id, earlier.id]) {
      const restored = await owner.rest(`POST /v1/spaces/${id}/restore`);
      expect([restored.status, restored.body.parent, restored.body.defaultLevel]).toEqual([200, undefined, null]);
      expect((await member.rest(`GET /v1/spaces/${id}`)).status).toBe(404);
    }
  });

  it('refuses to delete a collection below admin with 403, twice with 404, with another version with 412', async () => {
    const { id: org, owner } = await anOrganization(server);
    const { id } = await aCollection(server, org);
    const creator = await aMember(server, org, 'create');
    expect((await creator.rest(`DELETE /v1/collections/${id}`)).status).toBe(403);
    const stale = { headers: { 'if-match': '"9.x"' } };
    expect((await owner.rest(`DELETE /v1/collections/${id}`, undefined, stale)).status).toBe(412);
    expect((await owner.rest(`DELETE /v1/collections/${id}`)).status).toBe(205);
    expect((await owner.rest(`DELETE /v1/collections/${id}`)).status).toBe(404);
  });
});
