import { beforeAll, describe, expect, it } from 'vitest';
import { commitContent } from '../../../src/domain/authoring/content/commit.ts';
import { writePages } from '../../content-pages.ts';
import { aChangeRequest } from '../../factories.ts';
import { baseUrl, startServer, type Caller, type Harness } from '../../harness.ts';
import { aDiscussion, all, counters, ids, say } from './discussion.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

/** Creates an open change request by the owner in a space with a discussion. */
async function aRequest() {
  const found = await aDiscussion(server);
  const request = await aChangeRequest(server, found.space.id, { status: 'open', createdById: found.owner.userId });
  const base = `/v1/spaces/${found.space.id}/change-requests`;
  return {
    ...found,
    request,
    inRequest: `${base}/${request.id}/comments`,
    byNumber: `${base}/${request.number}/comments`,
  };
}

const countersOf = (id: string) =>
  server.platform.db.prisma.changeRequest.findUnique({ where: { id }, select: { comments: true, commentsAll: true } });

describe('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments', () => {
  it('creates a comment in a change request and counts it there', async () => {
    const { ada, space, request, inRequest, byNumber } = await aRequest();
    const { status, body } = await ada.rest(`POST ${byNumber}`, { body: { markdown: 'Here?' } });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        object: 'comment',
        body: { markdown: 'Here?' },
        target: { space: space.id, changeRequest: request.id, revision: space.revisionId },
        urls: { location: `${baseUrl}${inRequest}/${body.id}` },
        permissions: all,
      }),
    ]);
    expect((await ada.rest(`GET ${inRequest}/${body.id}`)).body).toEqual(body);
    expect(await countersOf(request.id)).toEqual({ comments: 1, commentsAll: 1 });
    expect(await counters(server, space.id)).toEqual({ comments: 0, commentsAll: 0 });
  });

  it('keeps the comments of a space and of its change requests separate', async () => {
    const { ada, space, path, request, inRequest, byNumber } = await aRequest();
    const other = await aChangeRequest(server, space.id, { status: 'open' });
    const onSpace = await say(ada, path);
    const there = await say(ada, inRequest);
    expect((await ada.rest(`GET ${path}`)).body).toMatchObject({ count: 1, items: [{ id: onSpace.id }] });
    expect((await ada.rest(`GET ${path}?authors=${ada.userId}`)).body).toMatchObject({
      count: 1,
      items: [{ id: onSpace.id }],
    });
    expect((await ada.rest(`GET ${byNumber}`)).body).toMatchObject({ count: 1, items: [{ id: there.id }] });
    const elsewhere = `/v1/spaces/${space.id}/change-requests/${other.id}/comments`;
    expect((await ada.rest(`GET ${elsewhere}`)).body).toEqual({ count: 0, items: [] });
    for (const [where, id] of [
      [path, there.id],
      [inRequest, onSpace.id],
      [elsewhere, there.id],
    ] as const) {
      expect((await ada.rest(`GET ${where}/${id}`)).status).toBe(404);
      expect((await ada.rest(`PUT ${where}/${id}`, { resolved: true })).status).toBe(404);
      expect((await ada.rest(`POST ${where}/${id}/replies`, { body: { markdown: 'x' } })).status).toBe(404);
      expect((await ada.rest(`GET ${where}/${id}/replies`)).status).toBe(404);
      expect((await ada.rest(`DELETE ${where}/${id}`)).status).toBe(404);
    }
    const { body } = await ada.graphql(
      `query ($id: ID!) { comment(id: $id) { id target { changeRequestId } } }`,
      there,
    );
    expect(body.data.comment.target.changeRequestId).toBe(request.id);
  });

  it('resolves, reacts to, replies to and deletes comments in a change request as on a space', async () => {
    const { ada, bob, request, inRequest } = await aRequest();
    const { id } = await say(ada, inRequest);
    const changed = await bob.rest(`PUT ${inRequest}/${id}`, { addedReactions: ['👍'] });
    expect(changed.body.reactions).toMatchObject([{ emoji: '1f44d', count: 1 }]);
    expect((await ada.rest(`PUT ${inRequest}/${id}`, { resolved: true })).body.status).toBe('resolved');
    expect(await countersOf(request.id)).toEqual({ comments: 0, commentsAll: 1 });
    expect((await ada.rest(`GET ${inRequest}?status=open`)).body.count).toBe(0);
    const reply = await bob.rest(`POST ${inRequest}/${id}/replies`, { body: { markdown: 'Yes' } });
    const replies = `${inRequest}/${id}/replies`;
    expect(reply.body.urls.location).toBe(`${baseUrl}${replies}/${reply.body.id}`);
    expect(ids(await ada.rest(`GET ${replies}`))).toEqual([reply.body.id]);
    expect((await bob.rest(`PUT ${replies}/${reply.body.id}`, { body: { markdown: 'No' } })).body.body.markdown).toBe(
      'No',
    );
    expect((await ada.rest(`PUT ${replies}/${reply.body.id}`, { body: { markdown: 'x' } })).status).toBe(403);
    expect((await bob.rest(`DELETE ${replies}/${reply.body.id}`)).status).toBe(205);
    expect((await ada.rest(`GET ${replies}/${reply.body.id}`)).status).toBe(404);
    expect((await ada.rest(`DELETE ${inRequest}/${id}`)).status).toBe(205);
    expect(await countersOf(request.id)).toEqual({ comments: 0, commentsAll: 0 });
  });

  it('shows the comments of a draft change request only to its author and to editors', async () => {
    const { owner, ada, bob, reader, stranger, space } = await aRequest();
    const draft = await aChangeRequest(server, space.id, { createdById: ada.userId });
    const path = `/v1/spaces/${space.id}/change-requests/${draft.id}/comments`;
    const { id } = await say(ada, path);
    expect((await owner.rest(`GET ${path}/${id}`)).status).toBe(200);
    expect((await bob.rest(`GET ${path}`)).status).toBe(404);
    expect((await bob.rest(`GET ${path}/${id}`)).status).toBe(404);
    expect((await bob.rest(`POST ${path}`, { body: { markdown: 'x' } })).status).toBe(404);
    expect((await reader.rest(`GET ${path}`)).status).toBe(404);
    expect((await stranger.rest(`GET ${path}`)).status).toBe(404);
    const byId = await bob.graphql(`query ($id: ID!) { comment(id: $id) { id } }`, { id });
    expect(byId.body.errors).toMatchObject([{ extensions: { type: 'not_found' } }]);
  });

  it('shows the page of a comment as it is in the change request', async () => {
    const { owner, ada, space, request, inRequest } = await aRequest();
    await writePages(owner, space.id, [{ id: 'guides' }, { id: 'setup', title: 'Setup', parentId: 'guides' }]);
    const { id: changeRequestId } = await aChangeRequest(server, space.id, { status: 'open' });
    const path = inRequest.replace(request.id, changeRequestId);
    const onPage = (page: string) => ada.rest(`POST ${path}`, { body: { markdown: 'Here' }, page });
    expect((await onPage('setup')).body.target.page).toMatchObject({
      title: 'Setup',
      path: 'guides/setup',
      outdated: false,
    });
    expect((await onPage('fresh')).body.error).toMatchObject({ code: 404 });
    const page = {
      kind: 'page',
      type: 'document',
      documentId: null,
      blobHash: null,
      attributes: {},
      position: 'a5',
    } as const;
    await commitContent(owner.context(), { spaceId: space.id, changeRequestId }, async () => ({
      put: [
        { ...page, id: 'setup', title: 'Preparation', slug: 'preparation', parentId: null },
        { ...page, id: 'fresh', title: 'Fresh', slug: 'fresh', parentId: 'setup' },
      ],
      remove: [],
      texts: [],
      links: [],
    }));
    const { body } = await onPage('fresh');
    expect(body.target.page).toMatchObject({ id: 'fresh', path: 'preparation/fresh', outdated: false });
    const list = await ada.rest(`GET ${path}?targetPage=setup`);
    expect(list.body.items).toMatchObject([
      { target: { page: { title: 'Preparation', path: 'preparation', outdated: true } } },
    ]);
    // Pages of a change request cannot be targets of comments on the space.
    expect(
      (await ada.rest(`POST /v1/spaces/${space.id}/comments`, { body: { markdown: 'x' }, page: 'fresh' })).status,
    ).toBe(404);
    await commitContent(owner.context(), { spaceId: space.id, changeRequestId }, async () => ({
      put: [],
      remove: ['fresh'],
      texts: [],
      links: [],
    }));
    const gone = await ada.rest(`GET ${path}/${body.id}`);
    expect(gone.body.target.page).toMatchObject({ title: 'Fresh', path: 'preparation/fresh', outdated: true });
  });

  it('pages through all comments of a change request in either order', async () => {
    const { ada, inRequest } = await aRequest();
    const said: string[] = [];
    for (let turn = 0; turn < 5; turn += 1) said.push((await say(ada, inRequest)).id);
    const seen: string[] = [];
    let more = '';
    do {
      const { body } = await ada.rest(`GET ${inRequest}?order=asc&limit=2${more}`);
      seen.push(...body.items.map((item: { id: string }) => item.id));
      more = body.next ? `&page=${body.next.page}` : '';
    } while (more !== '');
    expect(seen).toEqual(said);
  });
});

describe('commenters', () => {
  const userIds = async (caller: Caller, path: string) => {
    const { body } = await caller.rest(`GET ${path}`);
    expect(body.count).toBe(body.items.length);
    return body.items.map((item: { id: string }) => item.id).toSorted();
  };

  it('the commenters of a discussion are the members who commented in it', async () => {
    const { owner, ada, bob, reader, organizationId, path, inRequest } = await aRequest();
    const { id } = await say(ada, path);
    await say(ada, path);
    await say(bob, inRequest);
    const onSpace = path.replace(/comments$/, 'commenters');
    const onRequest = inRequest.replace(/comments$/, 'commenters');
    expect(await userIds(ada, onSpace)).toEqual([ada.userId]);
    expect(await userIds(ada, onRequest)).toEqual([bob.userId]);
    await say(owner, `${path}/${id}/replies`);
    expect(await userIds(ada, onSpace)).toEqual([ada.userId, owner.userId].toSorted());
    expect((await reader.rest(`GET ${onSpace}`)).status).toBe(403);
    await owner.rest(`DELETE /v1/orgs/${organizationId}/members/${ada.userId}`);
    expect(await userIds(bob, onSpace)).toEqual([owner.userId]);
  });
});
