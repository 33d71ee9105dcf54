import { clock } from '../../setup/clock.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '../../factories.ts';
import { startServer, type Caller, type Harness } from '../../harness.ts';
import { aDiscussion, all, counters, ids, none, say } from './discussion.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('PUT /v1/spaces/{spaceId}/comments/{commentId}', () => {
  it('resolves and reopens a thread, and changes nothing when it is already in that status', async () => {
    const { ada, owner, space, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const put = async (caller: Caller, resolved: boolean) =>
      (await caller.rest(`PUT ${path}/${id}`, { resolved })).body;

    const settled = await put(owner, true);
    expect(settled).toMatchObject({ status: 'resolved', resolvedBy: { id: owner.userId } });
    expect(settled.resolvedAt).toEqual(expect.any(String));
    expect(await put(ada, true)).toEqual({
      ...settled,
      postedBy: expect.anything(),
      resolvedBy: expect.objectContaining({ id: owner.userId }),
      permissions: all,
    });
    expect(await counters(server, space.id)).toEqual({ comments: 0, commentsAll: 1 });

    const open = await put(ada, false);
    expect(open.status).toBe('open');
    expect(Object.keys(open)).not.toContain('resolvedAt');
    expect(Object.keys(open)).not.toContain('resolvedBy');
    await put(ada, false);
    expect(await counters(server, space.id)).toEqual({ comments: 1, commentsAll: 1 });
  });

  it('lets only the author update the text of a comment', async () => {
    const { ada, owner, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    expect((await owner.rest(`PUT ${path}/${id}`, { body: { markdown: 'b' } })).status).toBe(403);
    const { body } = await ada.rest(`PUT ${path}/${id}`, { body: { markdown: 'b' } });
    expect(body).toMatchObject({ body: { markdown: 'b' }, editedAt: expect.any(String) });
  });

  it('accepts an empty body from everybody and leaves the text of the comment unchanged', async () => {
    const { ada, bob, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const before = (await ada.rest(`GET ${path}/${id}`)).body;
    for (const change of [{}, { body: {} }, { body: { markdown: 'Hello' } }])
      expect((await ada.rest(`PUT ${path}/${id}`, change)).body).toEqual(before);
    expect((await bob.rest(`PUT ${path}/${id}`, { body: {} })).status).toBe(200);
  });

  it('lets only the author and editors resolve a thread', async () => {
    const { ada, bob, organizationId, path } = await aDiscussion(server);
    const editor = await aMember(server, organizationId, 'edit');
    const { id } = await say(ada, path);
    expect((await bob.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(403);
    expect((await editor.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(200);
  });

  it('adds and removes reactions of the caller only', async () => {
    const { ada, bob, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const react = async (caller: Caller, change: object) => {
      const { body } = await caller.rest(`PUT ${path}/${id}`, change);
      return body.reactions.map((one: { emoji: string; count: number; users: { user: { id: string } }[] }) => [
        one.emoji,
        one.count,
        one.users.map(({ user }) => user.id),
      ]);
    };

    await react(ada, { addedReactions: ['👍', '🎉'] });
    await react(ada, { addedReactions: ['👍'] });
    // Users are listed by the time of their reaction.
    await clock.tick();
    expect(await react(bob, { addedReactions: ['1f44d'] })).toEqual(
      [
        ['1f389', 1, [ada.userId]],
        ['1f44d', 2, [ada.userId, bob.userId]],
      ].toSorted((a, b) => ((a[0] as string) < (b[0] as string) ? -1 : 1)),
    );
    expect(await react(bob, { removedReactions: ['👍', '🎉'] })).toEqual(
      expect.arrayContaining([
        ['1f44d', 1, [ada.userId]],
        ['1f389', 1, [ada.userId]],
      ]),
    );
    const { body: reply } = await ada.rest(`POST ${path}/${id}/replies`, { body: { markdown: 'A reply' } });
    const onReply = async (change: object) =>
      (await ada.rest(`PUT ${path}/${id}/replies/${reply.id}`, change)).body.reactions.map(
        ({ emoji }: { emoji: string }) => emoji,
      );
    expect(await onReply({ addedReactions: ['👍', '🎉'] })).toHaveLength(2);
    expect(await onReply({ removedReactions: ['🎉'] })).toEqual(['1f44d']);
    expect(await react(ada, { removedReactions: ['🎉'], addedReactions: ['🎉'] })).toEqual([
      ['1f44d', 1, [ada.userId]],
    ]);
    expect((await ada.rest(`GET ${path}/${id}`)).body.reactions[0].users[0]).toMatchObject({
      user: { object: 'user', id: ada.userId },
      reactedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it.each([
    [{ addedReactions: ['x'] }, 'body.addedReactions.0'],
    [{ removedReactions: [3] }, 'body.removedReactions.0'],
    [{ resolved: 'yes' }, 'body.resolved'],
    [{ resolved: null }, 'body.resolved'],
    [{ body: null }, 'body.body'],
    [{ body: { markdown: '' } }, 'body.body'],
  ])('refuses the comment update %j with 400', async (change, place) => {
    const { ada, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const { status, body } = await ada.rest(`PUT ${path}/${id}`, change);
    expect(status).toBe(400);
    expect(body.error.details[0].path).toBe(place);
  });

  it('refuses to update a comment when the expected version is outdated', async () => {
    const { ada, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const { headers } = await ada.rest(`GET ${path}/${id}`);
    const known = { headers: { 'if-match': String(headers['etag']) } };
    expect((await ada.rest(`PUT ${path}/${id}`, { body: { markdown: 'b' } }, known)).status).toBe(200);
    expect((await ada.rest(`PUT ${path}/${id}`, { body: { markdown: 'c' } }, known)).status).toBe(412);
    expect((await ada.rest(`DELETE ${path}/${id}`, undefined, known)).status).toBe(412);
  });

  it('answers a comment update with 403 to readers, and with 404 to users outside the organization and for unknown ids', async () => {
    const { ada, reader, stranger, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    expect((await reader.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(403);
    expect((await stranger.rest(`PUT ${path}/${id}`, { resolved: true })).status).toBe(404);
    expect((await ada.rest(`PUT ${path}/${none}`, { resolved: true })).status).toBe(404);
  });
});

describe('DELETE /v1/spaces/{spaceId}/comments/{commentId}', () => {
  it('deletes a comment with its replies and counts one thread less', async () => {
    const { ada, owner, space, path } = await aDiscussion(server);
    const [kept, gone] = [await say(ada, path), await say(ada, path)];
    const reply = await say(owner, `${path}/${gone.id}/replies`);
    await ada.rest(`PUT ${path}/${gone.id}`, { resolved: true });

    expect((await ada.rest(`DELETE ${path}/${gone.id}`)).status).toBe(205);
    expect((await ada.rest(`GET ${path}/${gone.id}`)).status).toBe(404);
    expect(ids(await ada.rest(`GET ${path}`))).toEqual([kept.id]);
    expect(await counters(server, space.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect(await server.platform.db.prisma.comment.findUnique({ where: { id: reply.id } })).toBeNull();
  });

  it('lets only the author and admins delete a comment', async () => {
    const { ada, bob, owner, reader, stranger, organizationId, path } = await aDiscussion(server);
    const creator = await aMember(server, organizationId, 'create');
    const { id } = await say(ada, path);
    const statuses = [];
    for (const caller of [bob, creator, reader, stranger, owner])
      statuses.push((await caller.rest(`DELETE ${path}/${id}`)).status);
    expect(statuses).toEqual([403, 403, 403, 404, 205]);
    expect((await owner.rest(`DELETE ${path}/${id}`)).status).toBe(404);
  });
});

describe('comment writes by callers who may not see the comment', () => {
  it.each([
    ['PUT', '', { resolved: true }],
    ['PUT', '/replies/REPLY', { body: { markdown: 'x' } }],
    ['POST', '/replies', { body: { markdown: 'x' } }],
    ['DELETE', '', undefined],
    ['DELETE', '/replies/REPLY', undefined],
  ])('a caller is authorized before the comment is locked: %s …/{commentId}%s', async (method, rest, body) => {
    const { ada, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const reply = (await ada.rest(`POST ${path}/${id}/replies`, { body: { markdown: 'y' } })).body.id;
    const stranger = await server.aUser();
    await server.statements.reset();
    const { status } = await stranger.rest(`${method} ${path}/${id}${rest.replace('REPLY', reply)}`, body);
    expect(status).toBe(404);
    expect(server.statements.texts.filter((text) => text.includes('for update'))).toEqual([]);
  });
});
