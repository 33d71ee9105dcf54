import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace } from '../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../harness.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const none = 'spc_AAAAAAAAAAAAAAAAAAAA';
const permissions = {
  view: true,
  access: true,
  admin: true,
  viewInviteLinks: true,
  edit: true,
  triggerGitSync: true,
  comment: true,
  merge: true,
  review: true,
  installIntegration: true,
};

const aCreatedSpace = async (owner: Caller, organizationId: string, body: object = {}) =>
  (await owner.rest(`POST /v1/orgs/${organizationId}/spaces`, body)).body as { id: string; parent?: string };

const titles = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title);

/** What stands under a parent, in its order. */
async function order(owner: Caller, organizationId: string, parent: string | null): Promise<string[]> {
  const { body } = await owner.graphql(
    `query ($id: ID!) { organization(id: $id) {
      spaces(first: 100) { edges { node { id title position parentId } } }
      collections(first: 100) { edges { node { id title position parentId } } } } }`,
    { id: organizationId },
  );
  type Edge = { node: { title: string; position: string; parentId: string | null } };
  const edges: Edge[] = [...body.data.organization.spaces.edges, ...body.data.organization.collections.edges];
  return edges
    .map(({ node }) => node)
    .filter(({ parentId }) => parentId === parent)
    .toSorted((a, b) => (a.position < b.position ? -1 : 1))
    .map(({ title }) => title);
}

describe('POST /v1/orgs/{organizationId}/spaces', () => {
  it('creates a space whose creator is its admin', async () => {
    const { id: org } = await anOrganization(server);
    const member = await aMember(server, org, 'create');

    const reply = await member.rest(`POST /v1/orgs/${org}/spaces`, { title: 'Manual', emoji: '🚀', unknown: 1 });

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(`${baseUrl}/v1/spaces/${reply.body.id}`);
    expect(reply.body).toEqual({
      object: 'space',
      id: expect.stringMatching(/^spc_/),
      title: 'Manual',
      emoji: '🚀',
      visibility: 'private',
      createdAt: expect.any(String),
      updatedAt: reply.body.createdAt,
      editMode: 'live',
      organization: org,
      revision: expect.stringMatching(/^rev_/),
      defaultLevel: null,
      comments: 0,
      changeRequests: 0,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
      mergeRules: { type: 'inherit' },
      urls: { location: `${baseUrl}/v1/spaces/${reply.body.id}`, app: `${baseUrl}/spaces/${reply.body.id}` },
      permissions,
    });
  });

  it('takes no body at all', async () => {
    const { id, owner } = await anOrganization(server);
    expect((await owner.rest(`POST /v1/orgs/${id}/spaces`)).status).toBe(201);
  });

  it('puts it into a collection on which the caller may create, whatever the organization says', async () => {
    const { id: org } = await anOrganization(server);
    const guest = await aMember(server, org, null);
    const collection = await aCollection(server, org);
    await aGrant(server, org, { on: { collectionId: collection.id }, to: guest, role: 'create' });

    const reply = await guest.rest(`POST /v1/orgs/${org}/spaces`, { parent: collection.id });

    expect(reply.body).toMatchObject({ parent: collection.id, permissions: { admin: true } });
  });

  it.each([
    [{ title: 'x'.repeat(51) }, 'body.title'],
    [{ emoji: 'not one' }, 'body.emoji'],
    [{ editMode: 'open' }, 'body.editMode'],
  ])('refuses %j', async (body, path) => {
    const { id, owner } = await anOrganization(server);
    const reply = await owner.rest(`POST /v1/orgs/${id}/spaces`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].path).toBe(path);
  });

  it('answers 403 below create, 404 to strangers and for a parent of another organization', async () => {
    const { id, owner } = await anOrganization(server);
    const other = await aCollection(server, (await anOrganization(server, { owner })).id);
    const reviewer = await aMember(server, id, 'review');
    const stranger = await server.aUser();

    expect((await reviewer.rest(`POST /v1/orgs/${id}/spaces`, {})).status).toBe(403);
    expect((await stranger.rest(`POST /v1/orgs/${id}/spaces`, {})).status).toBe(404);
    const reply = await owner.rest(`POST /v1/orgs/${id}/spaces`, { parent: other.id });
    expect(reply.status).toBe(404);
    expect(reply.body.error).toMatchObject({ type: 'reference_not_found', details: [{ path: 'body.parent' }] });
  });
});

describe('GET /v1/spaces/{spaceId}', () => {
  it('costs one statement', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    await owner.rest(`GET /v1/spaces/${space.id}`);
    server.statements.reset();

    await owner.rest(`GET /v1/spaces/${space.id}`);

    expect(server.statements.texts.filter((text) => /\bspaces\b/.test(text))).toHaveLength(1);
  });

  it('answers 404 to who may not see it, as for one that is not there', async () => {
    const { id } = await anOrganization(server);
    const space = await aSpace(server, id);
    const guest = await aMember(server, id, null);

    const hidden = await guest.rest(`GET /v1/spaces/${space.id}`);
    const absent = await guest.rest(`GET /v1/spaces/${none}`);

    expect([hidden.status, absent.status]).toEqual([404, 404]);
    expect(hidden.body.error.message.replace(space.id, none)).toBe(absent.body.error.message);
  });
});

describe('GET /v1/orgs/{organizationId}/spaces', () => {
  it('lists what the caller may read, newest first, with the count of all', async () => {
    const { id } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const createdAt = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
    await aSpace(server, id, { title: 'Old', ...createdAt(1) });
    await aSpace(server, id, { title: 'Closed', defaultLevel: 'none', ...createdAt(2) });
    await aSpace(server, id, { title: 'New', ...createdAt(3) });
    await aSpace(server, id, { title: 'Deleted', deletedAt: new Date() });

    const first = await member.rest(`GET /v1/orgs/${id}/spaces?limit=1`);
    const second = await member.rest(`GET /v1/orgs/${id}/spaces?limit=1&page=${first.body.next.page}`);

    expect([titles(first), first.body.count]).toEqual([['New'], 2]);
    expect(second.body).toEqual({ count: 2, items: [expect.objectContaining({ title: 'Old' })] });
  });

  it.each([1, 20])('costs three statements for %i spaces', async (many) => {
    const { id, owner } = await anOrganization(server);
    for (let made = 0; made < many; made += 1) await aSpace(server, id);
    await owner.rest(`GET /v1/orgs/${id}/spaces`);
    server.statements.reset();

    const { body } = await owner.rest(`GET /v1/orgs/${id}/spaces`);

    expect(body.items).toHaveLength(many);
    expect(
      server.statements.texts.filter((text) => /\b(spaces|organizations)\b/.test(text)).length,
    ).toBeLessThanOrEqual(3);
  });

  it('answers 400 for a foreign cursor and 404 to strangers', async () => {
    const { id, owner } = await anOrganization(server);
    const stranger = await server.aUser();
    expect((await owner.rest(`GET /v1/orgs/${id}/spaces?page=abc`)).status).toBe(400);
    expect((await stranger.rest(`GET /v1/orgs/${id}/spaces`)).status).toBe(404);
  });
});

describe('PATCH /v1/spaces/{spaceId}', () => {
  it('changes what is given and counts the change', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aCreatedSpace(owner, id, { title: 'Old', emoji: '🚀' });
    const before = await owner.rest(`GET /v1/spaces/${space.id}`);

    const reply = await owner.rest(`PATCH /v1/spaces/${space.id}`, {
      title: 'New',
      editMode: 'locked',
      defaultLevel: 'edit',
    });

    expect(reply.body).toEqual({
      ...before.body,
      title: 'New',
      editMode: 'locked',
      defaultLevel: 'edit',
      updatedAt: expect.any(String),
      permissions: { ...permissions, edit: false },
    });
    expect(reply.headers['etag']).toMatch(/^"2\./);
  });

  it('changes nothing for an empty body', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const before = await owner.rest(`GET /v1/spaces/${space.id}`);
    const reply = await owner.rest(`PATCH /v1/spaces/${space.id}`, {});
    expect([reply.status, reply.body, reply.headers['etag']]).toEqual([200, before.body, before.headers['etag']]);
  });

  it('overrides the default level with null, and inherits again', async () => {
    const { id, owner } = await anOrganization(server, { defaultRole: 'comment' });
    const space = await aSpace(server, id);
    const level = async (defaultLevel: string | null) =>
      (await owner.rest(`PATCH /v1/spaces/${space.id}`, { defaultLevel })).body.defaultLevel;
    expect([await level(null), await level('read'), await level('inherit')]).toEqual([null, 'read', 'comment']);
  });

  it('lets an icon take the place of the emoji, and an emoji that of the icon', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id, { emoji: '🚀' });
    const patch = async (body: object) => (await owner.rest(`PATCH /v1/spaces/${space.id}`, body)).body;

    const withIcon = await patch({ icon: 'https://example.org/icon.png' });
    expect([withIcon.emoji, withIcon.urls.icon]).toEqual(['📄', 'https://example.org/icon.png']);
    const withEmoji = await patch({ emoji: '🌱' });
    expect([withEmoji.emoji, withEmoji.urls.icon]).toEqual(['🌱', undefined]);
    expect((await patch({ emoji: null })).emoji).toBe('📄');
  });

  it.each([
    [{ title: null }, 'body.title'],
    [{ editMode: null }, 'body.editMode'],
    [{ title: 'x'.repeat(51) }, 'body.title'],
    [{ defaultLevel: 'owner' }, 'body.defaultLevel'],
    [{ icon: 'javascript:alert(1)' }, 'body.icon'],
    [{ icon: 'https://example.org/i.png', emoji: '🚀' }, 'body.icon'],
  ])('refuses %j', async (body, path) => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const reply = await owner.rest(`PATCH /v1/spaces/${space.id}`, body);
    expect([reply.status, reply.body.error.details[0].path]).toEqual([400, path]);
  });

  it('answers 412 when the space has changed since it was read', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const { headers } = await owner.rest(`GET /v1/spaces/${space.id}`);
    const match = { headers: { 'if-match': String(headers['etag']) } };

    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'One' }, match)).status).toBe(200);
    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Two' }, match)).status).toBe(412);
    const stranger = await server.aUser();
    expect((await stranger.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Two' }, match)).status).toBe(404);
  });

  it('answers who has just lost their own access', async () => {
    const { id } = await anOrganization(server);
    const guest = await aMember(server, id, null);
    const space = await aSpace(server, id, { defaultLevel: 'admin' });

    const reply = await guest.rest(`PATCH /v1/spaces/${space.id}`, { defaultLevel: null });

    expect([reply.status, reply.body.permissions.view]).toEqual([200, false]);
    expect((await guest.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
  });

  it('answers 403 below admin and 404 for a space that is not there', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const creator = await aMember(server, id, 'create');
    expect((await creator.rest(`PATCH /v1/spaces/${space.id}`, { title: 'New' })).status).toBe(403);
    expect((await owner.rest(`PATCH /v1/spaces/${none}`, { title: 'New' })).status).toBe(404);
  });
});

describe('DELETE /v1/spaces/{spaceId} and POST …/restore', () => {
  it('hides a deleted space from all but its admins, and from every list', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const creator = await aMember(server, id, 'create');

    expect((await creator.rest(`DELETE /v1/spaces/${space.id}`)).status).toBe(403);
    const reply = await owner.rest(`DELETE /v1/spaces/${space.id}`);

    expect([reply.status, reply.body]).toEqual([205, '']);
    const shown = await owner.rest(`GET /v1/spaces/${space.id}`);
    expect(shown.body.deletedAt).toEqual(expect.any(String));
    expect(Object.entries(shown.body.permissions).filter(([, may]) => may)).toEqual([['admin', true]]);
    expect((await creator.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
    expect((await owner.rest(`GET /v1/orgs/${id}/spaces`)).body).toEqual({ count: 0, items: [] });
    expect((await owner.rest(`DELETE /v1/spaces/${space.id}`)).status).toBe(404);
    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'New' })).status).toBe(404);
    expect((await owner.rest(`POST /v1/spaces/${space.id}/duplicate`)).status).toBe(404);
    expect((await owner.rest(`POST /v1/spaces/${space.id}/move`, { parent: null })).status).toBe(404);
  });

  it('brings it back as it was', async () => {
    const { id, owner } = await anOrganization(server);
    const collection = await aCollection(server, id);
    const space = await aCreatedSpace(owner, id, { parent: collection.id });
    await owner.rest(`DELETE /v1/spaces/${space.id}`);

    const reply = await owner.rest(`POST /v1/spaces/${space.id}/restore`);

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...space, updatedAt: expect.any(String) });
  });

  it('answers 409 for a live space, 404 to those who are no admins', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const creator = await aMember(server, id, 'create');
    expect((await owner.rest(`POST /v1/spaces/${space.id}/restore`)).status).toBe(409);
    expect((await creator.rest(`POST /v1/spaces/${space.id}/restore`)).status).toBe(404);
  });

  it('is over after 168 hours by the clock of the database', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    await owner.rest(`DELETE /v1/spaces/${space.id}`);
    const age = (hours: string) =>
      server.platform.db.pool.query(`update spaces set "deletedAt" = now() - $2::interval where id = $1`, [
        space.id,
        hours,
      ]);

    await age('167 hours 59 minutes');
    expect((await owner.rest(`GET /v1/spaces/${space.id}`)).status).toBe(200);
    await age('168 hours');
    expect((await owner.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
    expect((await owner.rest(`POST /v1/spaces/${space.id}/restore`)).status).toBe(404);
  });
});

describe('POST /v1/spaces/{spaceId}/duplicate', () => {
  it('copies the content of the main line, and the access, but nothing else', async () => {
    const { id, owner } = await anOrganization(server);
    const shut = await aMember(server, id, 'edit');
    const source = await aSpace(server, id, {
      title: 'x'.repeat(48),
      emoji: '🚀',
      defaultLevel: 'comment',
      visibility: 'public',
      comments: 3,
    });
    await aGrant(server, id, { on: { spaceId: source.id }, to: shut, role: 'none' });
    const entry = {
      spaceId: source.id,
      kind: 'page',
      position: 'a0',
      type: 'group',
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    const at = (line: string, entryId: string, title: string, range: { fromSeq: number; toSeq?: number }) => ({
      ...entry,
      line,
      entryId,
      title,
      ...range,
    });
    await server.platform.db.prisma.contentEntry.createMany({
      data: [
        at(source.id, 'pg_a', 'First', { fromSeq: 1, toSeq: 2 }),
        at(source.id, 'pg_a', 'Second', { fromSeq: 2 }),
        at(source.id, 'pg_b', 'Gone', { fromSeq: 1, toSeq: 3 }),
        at('cr_1', 'pg_c', 'Draft', { fromSeq: 1 }),
      ],
    });

    const reply = await owner.rest(`POST /v1/spaces/${source.id}/duplicate`);

    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(reply.body.urls.location);
    expect(reply.body).toMatchObject({
      title: `Copy of ${'x'.repeat(42)}`,
      emoji: '🚀',
      defaultLevel: 'comment',
      visibility: 'private',
      comments: 0,
    });
    const copied = await server.platform.db.prisma.contentEntry.findMany({ where: { spaceId: reply.body.id } });
    expect(copied).toEqual([
      { ...copied[0], line: reply.body.id, entryId: 'pg_a', title: 'Second', fromSeq: 1, toSeq: null },
    ]);
    const revisions = await server.platform.db.prisma.revision.findMany({ where: { spaceId: reply.body.id } });
    expect(revisions).toMatchObject([{ id: reply.body.revision, line: reply.body.id, seq: 1, parents: [] }]);
    expect((await shut.rest(`GET /v1/spaces/${reply.body.id}`)).status).toBe(404);
  });

  it('needs create on the place of the space', async () => {
    const { id } = await anOrganization(server);
    const collection = await aCollection(server, id);
    const space = await aSpace(server, id, { parentId: collection.id });
    const guest = await aMember(server, id, null);
    await aGrant(server, id, { on: { spaceId: space.id }, to: guest, role: 'admin' });

    expect((await guest.rest(`POST /v1/spaces/${space.id}/duplicate`)).status).toBe(403);
    await aGrant(server, id, { on: { collectionId: collection.id }, to: guest, role: 'create' });
    expect((await guest.rest(`POST /v1/spaces/${space.id}/duplicate`)).status).toBe(201);
    expect((await guest.rest(`POST /v1/spaces/${none}/duplicate`)).status).toBe(404);
  });
});

describe('POST /v1/spaces/{spaceId}/move', () => {
  async function aShelf() {
    const { id, owner } = await anOrganization(server);
    const shelf = (await owner.rest(`POST /v1/orgs/${id}/collections`, { title: 'Shelf' })).body.id as string;
    const a = await aCreatedSpace(owner, id, { title: 'A', parent: shelf });
    const inner = (await owner.rest(`POST /v1/orgs/${id}/collections`, { title: 'I', parent: shelf })).body
      .id as string;
    const c = await aCreatedSpace(owner, id, { title: 'C', parent: shelf });
    return {
      id,
      owner,
      shelf,
      inner,
      a,
      c,
      move: (space: string, body: object) => owner.rest(`POST /v1/spaces/${space}/move`, body),
    };
  }
  const space = (id: string) => ({ type: 'space', space: id });
  const collection = (id: string) => ({ type: 'collection', collection: id });

  it('orders spaces and collections under one parent', async () => {
    const { id, owner, shelf, inner, a, c, move } = await aShelf();
    expect(await order(owner, id, shelf)).toEqual(['A', 'I', 'C']);
    expect((await move(c.id, { position: { before: space(a.id) } })).status).toBe(200);
    expect(await order(owner, id, shelf)).toEqual(['C', 'A', 'I']);
    expect((await move(c.id, { position: { after: collection(inner) } })).status).toBe(200);
    expect(await order(owner, id, shelf)).toEqual(['A', 'I', 'C']);
    expect((await move(a.id, { position: { before: space(c.id) } })).status).toBe(200);
    expect(await order(owner, id, shelf)).toEqual(['I', 'A', 'C']);
  });

  it('takes it to another parent, at the end or beside a sibling there', async () => {
    const { id, owner, shelf, a, c, move } = await aShelf();
    const top = await aCreatedSpace(owner, id, { title: 'Top' });
    expect((await move(a.id, { parent: null })).body.parent).toBeUndefined();
    expect(await order(owner, id, null)).toEqual(['Shelf', 'Top', 'A']);
    const reply = await move(top.id, { parent: shelf, position: { before: space(c.id) } });
    expect(reply.body.parent).toBe(shelf);
    expect(await order(owner, id, shelf)).toEqual(['I', 'Top', 'C']);
  });

  it('answers 409 when it is there already', async () => {
    const { shelf, inner, a, c, move } = await aShelf();
    expect((await move(a.id, { parent: shelf })).status).toBe(409);
    expect((await move(a.id, { position: { before: collection(inner) } })).status).toBe(409);
    expect((await move(c.id, { parent: shelf, position: { after: collection(inner) } })).status).toBe(409);
  });

  it('refuses what names no single sibling under the final parent', async () => {
    const { id, owner, a, c, inner, move } = await aShelf();
    const top = await aCreatedSpace(owner, id);
    const statuses = [
      {},
      { position: {} },
      { position: { before: space(c.id), after: space(c.id) } },
      { position: { before: space(top.id) } },
      { position: { before: space(a.id) } },
      { parent: inner, position: { before: space(c.id) } },
      { position: { before: { type: 'space' } } },
      { position: { before: { type: 'page', page: 'x' } } },
    ].map(async (body) => (await move(a.id, body)).status);
    expect(await Promise.all(statuses)).toEqual(Array(statuses.length).fill(400));
  });

  it('answers 404 for a parent or sibling that is not visible', async () => {
    const { a, move } = await aShelf();
    const foreign = await aCollection(server, (await anOrganization(server)).id);
    const parent = await move(a.id, { parent: foreign.id });
    expect([parent.status, parent.body.error.details[0].path]).toEqual([404, 'body.parent']);
    const sibling = await move(a.id, { position: { before: space(none) } });
    expect([sibling.status, sibling.body.error.details[0].path]).toEqual([404, 'body.position.before.space']);
  });

  it('needs create where it goes', async () => {
    const { id, a, inner } = await aShelf();
    const guest = await aMember(server, id, null);
    await aGrant(server, id, { on: { spaceId: a.id }, to: guest, role: 'admin' });
    await aGrant(server, id, { on: { collectionId: inner }, to: guest, role: 'review' });
    expect((await guest.rest(`POST /v1/spaces/${a.id}/move`, { parent: inner })).status).toBe(403);
    expect((await guest.rest(`POST /v1/spaces/${a.id}/move`, { parent: null })).status).toBe(403);
  });

  it('keeps one order when many move at once', async () => {
    const { id, owner, shelf, a, c, inner, move } = await aShelf();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        move(n % 2 ? a.id : c.id, { position: n % 3 ? { after: collection(inner) } : { before: collection(inner) } }),
      ),
    );
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await order(owner, id, shelf)).toSorted()).toEqual(['A', 'C', 'I']);
  });
});

describe('POST /v1/spaces/{spaceId}/transfer', () => {
  it('takes it to the top of another organization, without those who are not in it', async () => {
    const { id: from, owner } = await anOrganization(server);
    const { id: to } = await anOrganization(server);
    const { platform } = server;
    await platform.db.prisma.member.create({ data: { organizationId: to, userId: owner.userId, role: 'create' } });
    const [both, gone] = [await aMember(server, from, 'edit'), await aMember(server, from, 'edit')];
    await platform.db.prisma.member.create({ data: { organizationId: to, userId: both.userId, role: null } });
    const space = await aSpace(server, from, {
      parentId: (await aCollection(server, from)).id,
      visibility: 'in-collection',
    });
    await aGrant(server, from, { on: { spaceId: space.id }, to: both, role: 'comment' });
    await aGrant(server, from, { on: { spaceId: space.id }, to: gone, role: 'comment' });

    const reply = await owner.rest(`POST /v1/spaces/${space.id}/transfer`, { organization: to });

    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ organization: to, visibility: 'private', permissions: { admin: true } });
    expect(reply.body.parent).toBeUndefined();
    expect((await both.rest(`GET /v1/spaces/${space.id}`)).body.permissions.comment).toBe(true);
    expect((await gone.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
    const grants = await platform.db.prisma.grant.findMany({ where: { spaceId: space.id } });
    expect(grants.map(({ organizationId }) => organizationId)).toEqual([to, to]);
    expect((await owner.rest(`GET /v1/orgs/${from}/spaces`)).body.count).toBe(0);
    expect((await owner.rest(`GET /v1/orgs/${to}/spaces`)).body.count).toBe(1);
  });

  it('answers 409 for its own organization, 404 for one that is not visible, 403 for one without create, 400 without any', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const { id: hidden } = await anOrganization(server);
    const { id: closed } = await anOrganization(server);
    await server.platform.db.prisma.member.create({
      data: { organizationId: closed, userId: owner.userId, role: 'review' },
    });
    const transfer = async (body: object) => (await owner.rest(`POST /v1/spaces/${space.id}/transfer`, body)).status;

    expect(await transfer({ organization: id })).toBe(409);
    expect(await transfer({ organization: hidden })).toBe(404);
    expect(await transfer({ organization: closed })).toBe(403);
    expect(await transfer({})).toBe(400);
  });
});
