import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { clock } from '../../setup/clock.ts';

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

describe('PATCH /v1/spaces/{spaceId}', () => {
  it('updates the given fields of a space and increments its version', async () => {
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

  it('leaves a space unchanged for an empty body', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const before = await owner.rest(`GET /v1/spaces/${space.id}`);
    const reply = await owner.rest(`PATCH /v1/spaces/${space.id}`, {});
    expect([reply.status, reply.body, reply.headers['etag']]).toEqual([200, before.body, before.headers['etag']]);
  });

  it('a default level that is overridden with null is inherited again', async () => {
    const { id, owner } = await anOrganization(server, { defaultRole: 'comment' });
    const space = await aSpace(server, id);
    const level = async (defaultLevel: string | null) =>
      (await owner.rest(`PATCH /v1/spaces/${space.id}`, { defaultLevel })).body.defaultLevel;
    expect([await level(null), await level('read'), await level('inherit')]).toEqual([null, 'read', 'comment']);
  });

  it('replaces the emoji of a space by an icon, and the icon by an emoji', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id, { emoji: '🚀' });
    const patch = async (body: object) => (await owner.rest(`PATCH /v1/spaces/${space.id}`, body)).body;

    const withIcon = await patch({ icon: 'https://example.org/icon.png' });
    expect([withIcon.emoji, withIcon.urls.icon]).toEqual(['1f4c4', 'https://example.org/icon.png']);
    const withEmoji = await patch({ emoji: '🌱' });
    expect([withEmoji.emoji, withEmoji.urls.icon]).toEqual(['1f331', undefined]);
    expect((await patch({ emoji: null })).emoji).toBe('1f4c4');
  });

  it.each([
    [{ title: null }, 'body.title'],
    [{ editMode: null }, 'body.editMode'],
    [{ title: 'x'.repeat(51) }, 'body.title'],
    [{ defaultLevel: 'owner' }, 'body.defaultLevel'],
    [{ icon: 'javascript:alert(1)' }, 'body.icon'],
    [{ icon: 'https://example.org/i.png', emoji: '🚀' }, 'body.icon'],
  ])('refuses to update a space with the body %j', async (body, path) => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const reply = await owner.rest(`PATCH /v1/spaces/${space.id}`, body);
    expect([reply.status, reply.body.error.details[0].path]).toEqual([400, path]);
  });

  it('answers 412 to a space update that expects an older version', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const { headers } = await owner.rest(`GET /v1/spaces/${space.id}`);
    const match = { headers: { 'if-match': String(headers['etag']) } };

    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'One' }, match)).status).toBe(200);
    expect((await owner.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Two' }, match)).status).toBe(412);
    const stranger = await server.aUser();
    expect((await stranger.rest(`PATCH /v1/spaces/${space.id}`, { title: 'Two' }, match)).status).toBe(404);
  });

  it('compares the version of weak tags, of lists of tags and of *', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const tag = String((await owner.rest(`GET /v1/spaces/${space.id}`)).headers['etag']);
    const status = async (ifMatch: string) =>
      (await owner.rest(`PATCH /v1/spaces/${space.id}`, {}, { headers: { 'if-match': ifMatch } })).status;
    for (const current of [`W/${tag}`, `W/"9.x", ${tag}`, `"9.x",W/${tag}`, '*', `W/${tag.replace(/"$/, '-gzip"')}`])
      expect([current, await status(current)]).toEqual([current, 200]);
    for (const other of ['W/"9.x"', 'W/"9.x", "8.x"', 'W/"x"', `w/${tag}`, `W/ ${tag}`, 'W/'])
      expect([other, await status(other)]).toEqual([other, 412]);
  });

  it('returns the updated space to a caller who lost access by the update', async () => {
    const { id } = await anOrganization(server);
    const guest = await aMember(server, id, null);
    const space = await aSpace(server, id, { defaultLevel: 'admin' });

    const reply = await guest.rest(`PATCH /v1/spaces/${space.id}`, { defaultLevel: null });

    expect([reply.status, reply.body.permissions.view]).toEqual([200, false]);
    expect((await guest.rest(`GET /v1/spaces/${space.id}`)).status).toBe(404);
  });

  it('answers 403 to a space update below admin, and 404 for an unknown space', async () => {
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

  it('restores a deleted space as it was', async () => {
    const { id, owner } = await anOrganization(server);
    const collection = await aCollection(server, id);
    const space = await aCreatedSpace(owner, id, { parent: collection.id });
    await owner.rest(`DELETE /v1/spaces/${space.id}`);

    const reply = await owner.rest(`POST /v1/spaces/${space.id}/restore`);

    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ ...space, updatedAt: expect.any(String) });
  });

  it('refuses to restore a space that is not deleted with 409, and for others than its admins with 404', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    const creator = await aMember(server, id, 'create');
    expect((await owner.rest(`POST /v1/spaces/${space.id}/restore`)).status).toBe(409);
    expect((await creator.rest(`POST /v1/spaces/${space.id}/restore`)).status).toBe(404);
  });

  it('refuses to restore a space after 168 hours by the clock of the database', async () => {
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
  it('a duplicate has the current content and the grants of the space, but nothing else', async () => {
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
      createdAt: clock.now(),
      updatedAt: clock.now(),
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
      emoji: '1f680',
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

  it('cuts the title of a duplicated space to 50 code points', async () => {
    const { id, owner } = await anOrganization(server);
    const source = await aSpace(server, id, { title: '🦊'.repeat(50) });
    const { body } = await owner.rest(`POST /v1/spaces/${source.id}/duplicate`);
    expect(body.title).toBe(`Copy of ${'🦊'.repeat(42)}`);
  });

  it('allows duplicating a space only with create on its parent', async () => {
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
