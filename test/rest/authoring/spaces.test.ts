import { beforeAll, describe, expect, it } from 'vitest';
import { aCollection, aGrant, aMember, anOrganization, aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
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

const titles = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title);

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
      emoji: '1f680',
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

  it('stores an emoji in its canonical form, however it was written', async () => {
    const { id: org, owner } = await anOrganization(server);
    const emojiOf = async (emoji: string) => {
      const { status, body } = await owner.rest(`POST /v1/orgs/${org}/spaces`, { emoji });
      return status === 201 ? body.emoji : body.error.details;
    };
    expect(await emojiOf('❤')).toBe('2764-fe0f');
    expect(await emojiOf('1f4d6')).toBe('1f4d6');
    const refused = [{ path: 'body.emoji', rule: 'custom', message: 'must be one emoji' }];
    expect(await emojiOf('ffff')).toEqual(refused);
    expect(await emojiOf('🚀🚀')).toEqual(refused);

    const { id } = await aSpace(server, org);
    expect((await owner.rest(`PATCH /v1/spaces/${id}`, { emoji: '1f44d' })).body.emoji).toBe('1f44d');
  });

  it('takes a space back as it was read, but refuses a value that a field cannot have', async () => {
    const { id: org, owner } = await anOrganization(server);
    const { id } = await aSpace(server, org);
    const read = (await owner.rest(`GET /v1/spaces/${id}`)).body;
    expect((await owner.rest(`PATCH /v1/spaces/${id}`, { ...read, title: 'Again' })).status).toBe(200);
    const { status, body } = await owner.rest(`PATCH /v1/spaces/${id}`, { title: 'B', visibility: 'nonsense' });
    expect([status, body.error.details[0]]).toEqual([
      400,
      {
        path: 'body.visibility',
        rule: 'type',
        message: expect.stringMatching(/^"nonsense" is not one of the values: .*private/),
      },
    ]);
    expect((await owner.rest(`GET /v1/spaces/${id}`)).body.title).toBe('Again');
  });

  it('creates a space without a body', async () => {
    const { id, owner } = await anOrganization(server);
    expect((await owner.rest(`POST /v1/orgs/${id}/spaces`)).status).toBe(201);
  });

  it('creates a space in a collection where the caller has create, whatever the role in the organization', async () => {
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
  ])('refuses to create a space from the body %j', async (body, path) => {
    const { id, owner } = await anOrganization(server);
    const reply = await owner.rest(`POST /v1/orgs/${id}/spaces`, body);
    expect(reply.status).toBe(400);
    expect(reply.body.error.details[0].path).toBe(path);
  });

  it('refuses to create a space below create with 403, for strangers and foreign parents with 404', async () => {
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
  it('reads a space with one statement', async () => {
    const { id, owner } = await anOrganization(server);
    const space = await aSpace(server, id);
    await owner.rest(`GET /v1/spaces/${space.id}`);
    await server.statements.reset();

    await owner.rest(`GET /v1/spaces/${space.id}`);

    expect(server.statements.texts.filter((text) => /\bspaces\b/.test(text))).toHaveLength(1);
  });

  it('answers the same 404 for a hidden space and for an unknown one', async () => {
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
  it('lists the spaces that the caller may read, newest first, with the total count', async () => {
    const { id } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const createdAt = (second: number) => ({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)) });
    await aSpace(server, id, { title: 'Old', ...createdAt(1) });
    await aSpace(server, id, { title: 'Closed', defaultLevel: 'none', ...createdAt(2) });
    await aSpace(server, id, { title: 'New', ...createdAt(3) });
    await aSpace(server, id, { title: 'Deleted', deletedAt: clock.now() });

    const first = await member.rest(`GET /v1/orgs/${id}/spaces?limit=1`);
    const second = await member.rest(`GET /v1/orgs/${id}/spaces?limit=1&page=${first.body.next.page}`);

    expect([titles(first), first.body.count]).toEqual([['New'], 2]);
    expect(second.body).toEqual({ count: 2, items: [expect.objectContaining({ title: 'Old' })] });
  });

  it('follows each change of levels, grants and memberships with the next request', async () => {
    const { id } = await anOrganization(server);
    const member = await aMember(server, id, 'read');
    const { db } = server.platform;
    const { id: collectionId } = await aCollection(server, id);
    const { id: inside } = await aSpace(server, id, { title: 'Inside', parentId: collectionId });
    const { id: beside } = await aSpace(server, id, { title: 'Beside' });
    const seen = async () => {
      const { status, body } = await member.rest(`GET /v1/orgs/${id}/spaces`);
      if (status !== 200) return status;
      const items = body.items as { title: string; permissions: { admin: boolean } }[];
      expect(body.count).toBe(items.length);
      return items.map(({ title, permissions: { admin } }) => `${title}${admin ? ', admin' : ''}`);
    };

    expect(await seen()).toEqual(['Beside', 'Inside']);
    await aGrant(server, id, { on: { collectionId }, to: { userId: member.userId }, role: 'admin' });
    expect(await seen()).toEqual(['Beside', 'Inside, admin']);
    const { id: closing } = await aGrant(server, id, {
      on: { spaceId: inside },
      to: { userId: member.userId },
      role: 'none',
    });
    expect(await seen()).toEqual(['Beside']);
    await db.prisma.grant.delete({ where: { id: closing } });
    await db.prisma.space.update({ where: { id: beside }, data: { defaultLevel: 'none' } });
    expect(await seen()).toEqual(['Inside, admin']);
    await db.prisma.member.updateMany({ where: { userId: member.userId }, data: { disabled: true } });
    expect(await seen()).toBe(404);
  });

  it.each(['level of a collection', 'level of a space', 'grant', 'membership'])(
    'hides what a new %s hides, after a list that showed all',
    async (kind) => {
      const { id } = await anOrganization(server);
      const member = await aMember(server, id, 'read');
      const { prisma } = server.platform.db;
      const { id: collectionId } = await aCollection(server, id);
      const { id: spaceId } = await aSpace(server, id, { title: 'Inside', parentId: collectionId });
      await aSpace(server, id, { title: 'Beside' });
      const list = () => member.rest(`GET /v1/orgs/${id}/spaces`);
      expect(titles(await list())).toEqual(['Beside', 'Inside']);

      const hide: Record<string, () => Promise<unknown>> = {
        'level of a collection': () =>
          prisma.collection.update({ where: { id: collectionId }, data: { defaultLevel: 'none' } }),
        'level of a space': () => prisma.space.update({ where: { id: spaceId }, data: { defaultLevel: 'none' } }),
        grant: () => aGrant(server, id, { on: { collectionId }, to: { userId: member.userId }, role: 'none' }),
        membership: () => prisma.member.updateMany({ where: { userId: member.userId }, data: { role: null } }),
      };
      await hide[kind]?.();

      expect(titles(await list())).toEqual(kind === 'membership' ? [] : ['Beside']);
    },
  );

  it.each([1, 20])('lists %i spaces with three statements', async (many) => {
    const { id, owner } = await anOrganization(server);
    for (let made = 0; made < many; made += 1) await aSpace(server, id);
    await owner.rest(`GET /v1/orgs/${id}/spaces`);
    await server.statements.reset();

    const { body } = await owner.rest(`GET /v1/orgs/${id}/spaces`);

    expect(body.items).toHaveLength(many);
    expect(
      server.statements.texts.filter((text) => /\b(spaces|organizations)\b/.test(text)).length,
    ).toBeLessThanOrEqual(3);
  });

  it('refuses a foreign cursor of spaces with 400, and strangers with 404', async () => {
    const { id, owner } = await anOrganization(server);
    const stranger = await server.aUser();
    expect((await owner.rest(`GET /v1/orgs/${id}/spaces?page=abc`)).status).toBe(400);
    expect((await stranger.rest(`GET /v1/orgs/${id}/spaces`)).status).toBe(404);
  });
});
