import { beforeAll, describe, expect, it } from 'vitest';
import { aSpace } from '../../factories.ts';
import { baseUrl, startServer, type Harness } from '../../harness.ts';
import { aDiscussion, all, counters, ids, none, noReply, say } from './discussion.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

describe('/v1/spaces/{spaceId}/comments/{commentId}/replies', () => {
  it('creates a reply and counts it on the thread', async () => {
    const { ada, bob, path, space } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const reply = await bob.rest(`POST ${path}/${id}/replies`, { body: { markdown: 'Yes' } });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({
      object: 'comment-reply',
      id: expect.stringMatching(/^rpl_/),
      postedBy: expect.objectContaining({ object: 'user', id: bob.userId }),
      postedAt: expect.any(String),
      reactions: [],
      body: { markdown: 'Yes' },
      urls: { location: `${baseUrl}${path}/${id}/replies/${reply.body.id}` },
      permissions: all,
    });
    expect((await ada.rest(`GET ${path}/${id}`)).body.replies).toBe(1);
    expect(await counters(server, space.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect((await ada.rest(`GET ${path}/${id}/replies/${reply.body.id}`)).body).toMatchObject({
      id: reply.body.id,
      permissions: { ...all, edit: false, delete: false },
    });
  });

  it('lists replies newest first, in pages', async () => {
    const { ada, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const said = [await say(ada, `${path}/${id}/replies`), await say(ada, `${path}/${id}/replies`, '**b**')];
    const first = await ada.rest(`GET ${path}/${id}/replies?limit=1&format=document`);
    expect(first.body).toMatchObject({
      count: 2,
      items: [{ id: said[1]?.id, body: { document: { object: 'document' } } }],
    });
    const second = await ada.rest(`GET ${path}/${id}/replies?limit=1&page=${first.body.next.page}`);
    expect(ids(second)).toEqual([said[0]?.id]);
    expect(second.body.next).toBeUndefined();
    expect(ids(await ada.rest(`GET ${path}/${id}/replies?order=asc`))).toEqual(said.map((one) => one.id));
    expect((await ada.rest(`GET ${path}/${id}/replies?limit=1001`)).status).toBe(400);
  });

  it('lets the author of a reply update its text, and everybody their own reactions', async () => {
    const { ada, bob, owner, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const { id: replyId } = await say(bob, `${path}/${id}/replies`);
    const reply = `${path}/${id}/replies/${replyId}`;
    expect((await owner.rest(`PUT ${reply}`, { body: { markdown: 'b' } })).status).toBe(403);
    expect((await bob.rest(`PUT ${reply}`, { body: { markdown: 'b' } })).body.body).toEqual({ markdown: 'b' });
    expect((await ada.rest(`PUT ${reply}`, { addedReactions: ['❤️'] })).body.reactions).toMatchObject([
      { emoji: '2764-fe0f', count: 1 },
    ]);
    expect((await ada.rest(`PUT ${reply}`, { addedReactions: ['no'] })).status).toBe(400);
    expect((await bob.rest(`PUT ${reply}`, { resolved: true })).status).toBe(200);
    expect((await ada.rest(`GET ${path}/${id}`)).body.status).toBe('open');
  });

  it('lets the author of a reply and admins delete it, and counts one reply less on the thread', async () => {
    const { ada, bob, owner, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const [first, second] = [await say(bob, `${path}/${id}/replies`), await say(bob, `${path}/${id}/replies`)];
    expect((await ada.rest(`DELETE ${path}/${id}/replies/${first.id}`)).status).toBe(403);
    expect((await bob.rest(`DELETE ${path}/${id}/replies/${first.id}`)).status).toBe(205);
    expect((await owner.rest(`DELETE ${path}/${id}/replies/${second.id}`)).status).toBe(205);
    expect((await owner.rest(`DELETE ${path}/${id}/replies/${second.id}`)).status).toBe(404);
    expect((await ada.rest(`GET ${path}/${id}`)).body.replies).toBe(0);
  });

  it('answers requests for replies with 403 to readers and with 404 to users outside the organization', async () => {
    const { ada, reader, stranger, path } = await aDiscussion(server);
    const { id } = await say(ada, path);
    const { id: replyId } = await say(ada, `${path}/${id}/replies`);
    for (const [signature, body] of [
      [`GET ${path}/${id}/replies`],
      [`POST ${path}/${id}/replies`, { body: { markdown: 'a' } }],
      [`GET ${path}/${id}/replies/${replyId}`],
      [`PUT ${path}/${id}/replies/${replyId}`, {}],
      [`DELETE ${path}/${id}/replies/${replyId}`],
    ] as const) {
      expect([signature, (await reader.rest(signature, body)).status]).toEqual([signature, 403]);
      expect([signature, (await stranger.rest(signature, body)).status]).toEqual([signature, 404]);
    }
  });

  it('answers requests for replies with 404 under another thread or space, and with 400 without a text', async () => {
    const { ada, path, organizationId } = await aDiscussion(server);
    const [one, other] = [await say(ada, path), await say(ada, path)];
    const { id: replyId } = await say(ada, `${path}/${one.id}/replies`);
    const space = await aSpace(server, organizationId);
    for (const [signature, body] of [
      [`GET ${path}/${other.id}/replies/${replyId}`],
      [`PUT ${path}/${other.id}/replies/${replyId}`, {}],
      [`DELETE ${path}/${other.id}/replies/${replyId}`],
      [`GET /v1/spaces/${space.id}/comments/${one.id}/replies/${replyId}`],
      [`DELETE /v1/spaces/${space.id}/comments/${one.id}/replies/${replyId}`],
      [`GET ${path}/${one.id}/replies/${noReply}`],
      [`GET ${path}/${replyId}/replies`],
      [`POST ${path}/${none}/replies`, { body: { markdown: 'a' } }],
      [`POST ${path}/${replyId}/replies`, { body: { markdown: 'a' } }],
    ] as const)
      expect([signature, (await ada.rest(signature, body)).status]).toEqual([signature, 404]);
    expect((await ada.rest(`POST ${path}/${one.id}/replies`, { body: {} })).status).toBe(400);
    expect((await ada.rest(`GET ${path}/${one.id}/replies/${replyId}?format=html`)).status).toBe(400);
  });
});
