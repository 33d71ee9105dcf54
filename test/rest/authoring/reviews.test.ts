import { beforeAll, describe, expect, it } from 'vitest';
import { startServer, type Harness } from '../../harness.ts';
import { edit } from './merging-world.ts';
import { approve, aReviewWorld, listed } from './reviews-world.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const countersOf = (id: string) =>
  server.platform.db.prisma.changeRequest.findUnique({ where: { id }, select: { comments: true, commentsAll: true } });

describe('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', () => {
  it('creates a review of the active revision', async () => {
    const { at, ada, id, spaceId, open, request } = await aReviewWorld(server);
    await open();
    const { revision } = await request();
    const { status, body } = await approve(ada, at);
    expect([status, body]).toEqual([
      201,
      {
        object: 'change-request-review',
        id: expect.stringMatching(/^rvw_[\w-]{20}$/),
        revision,
        reviewer: expect.objectContaining({ object: 'user', id: ada.userId }),
        status: 'approved',
        outdated: false,
        createdAt: instant,
        updatedAt: body.createdAt,
      },
    ]);
    expect(await listed(ada, `${at}/reviews`)).toEqual([body]);
    const { number } = await request();
    expect(await listed(ada, `/v1/spaces/${spaceId}/change-requests/${number}/reviews`)).toEqual([body]);
    expect(await countersOf(id)).toEqual({ comments: 0, commentsAll: 0 });
  });

  it('creates a comment with the review and counts it on the change request', async () => {
    const { at, ada, bob, spaceId, id, open } = await aReviewWorld(server);
    await open();
    const { body } = await ada.rest(`POST ${at}/reviews`, {
      status: 'changes-requested',
      comment: { markdown: 'Not **yet**' },
    });
    expect(body.comment).toMatchObject({
      object: 'comment',
      body: { markdown: 'Not **yet**' },
      target: { space: spaceId, changeRequest: id, review: body.id, revision: body.revision },
    });
    expect(await countersOf(id)).toEqual({ comments: 1, commentsAll: 1 });
    expect((await listed(bob, `${at}/comments`)).map((comment) => comment.id)).toEqual([body.comment.id]);
    const [asDocument] = await listed(bob, `${at}/reviews?format=document`);
    expect(asDocument.comment.body.document).toMatchObject({ object: 'document' });
    expect((await ada.rest(`DELETE ${at}/comments/${body.comment.id}`)).status).toBe(205);
    expect(await listed(bob, `${at}/reviews`)).toMatchObject([{ id: body.id }]);
    expect((await listed(bob, `${at}/reviews`))[0]).not.toHaveProperty('comment');
  });

  it('creates a review without a comment for an empty comment body', async () => {
    const { at, ada, id, open } = await aReviewWorld(server);
    await open();
    const { body } = await approve(ada, at, { comment: {} });
    expect([body.comment, await countersOf(id)]).toEqual([undefined, { comments: 0, commentsAll: 0 }]);
  });

  it.each([
    [{}, 'body.status'],
    [{ status: 'merged' }, 'body.status'],
    [{ status: 'APPROVED' }, 'body.status'],
    [{ status: null }, 'body.status'],
    [{ status: 'approved', comment: { markdown: ' ' } }, 'body.comment'],
    [{ status: 'approved', comment: { markdown: 'x'.repeat(10_001) } }, 'body.comment.markdown'],
    [{ status: 'approved', comment: { markdown: 'x', document: {} } }, 'body.comment'],
    [{ status: 'approved', comment: { document: { object: 'nothing' } } }, 'body.comment.document.object'],
  ])('refuses the review %j with 400', async (body, path) => {
    const { at, ada, open } = await aReviewWorld(server);
    await open();
    const answer = await ada.rest(`POST ${at}/reviews`, body);
    expect([answer.status, answer.body.error.details?.[0]?.path]).toEqual([400, path]);
    expect(await listed(ada, `${at}/reviews`)).toEqual([]);
  });

  it('accepts reviews from reviewers but not from the author of the change request', async () => {
    const { at, author, ada, commenter, reader, stranger, owner, organizationId, open } = await aReviewWorld(server);
    // Drafts are hidden from readers.
    expect((await approve(reader, at)).status).toBe(404);
    await open();
    expect((await approve(stranger, at)).status).toBe(404);
    expect((await approve(reader, at)).status).toBe(403);
    expect((await approve(commenter, at)).status).toBe(403);
    expect((await approve(author, at)).status).toBe(403);
    await server.platform.db.prisma.member.updateMany({
      where: { userId: author.userId, organizationId },
      data: { role: 'admin' },
    });
    const own = await approve(author, at);
    expect([own.status, own.body.error.message]).toEqual([403, 'Authors cannot review their own change request']);
    expect((await approve(ada, `${at.slice(0, -3)}abc`)).status).toBe(404);
    expect((await approve(owner, at)).status).toBe(201);
  });

  it('requires the scope for comments to submit a review with a comment', async () => {
    const { at, ada, open } = await aReviewWorld(server);
    await open();
    const narrow = await server.as(ada.userId, {
      scopes: ['space:change-requests:read', 'space:change-requests:write'],
    });
    const refused = await approve(narrow, at, { comment: { markdown: 'Hello' } });
    expect([refused.status, refused.body.error.type]).toEqual([403, 'insufficient_scope']);
    expect(await listed(ada, `${at}/reviews`)).toEqual([]);
    expect((await approve(narrow, at)).status).toBe(201);
    const writer = await server.as(ada.userId, { scopes: ['space:change-requests:write', 'space:comments:write'] });
    const { status, body } = await approve(writer, at, { comment: { markdown: 'Hello' } });
    // Callers who may not read comments do not see any, not even their own.
    expect([status, body.status, body.comment]).toEqual([201, 'approved', undefined]);
    expect((await listed(ada, `${at}/reviews`))[0].comment.body.markdown).toBe('Hello');
  });

  it('refuses reviews of merged and archived change requests', async () => {
    const { at, ada, author, merge, open } = await aReviewWorld(server);
    await author.rest(`PATCH ${at}`, { status: 'archived' });
    expect((await approve(ada, at)).body.error).toMatchObject({ code: 409, type: 'invalid_state' });
    await open();
    await approve(ada, at);
    expect((await ada.rest(`POST ${at}/merge`)).body.result).toBe('merge');
    expect((await merge()).status).toBe(403);
    expect((await approve(ada, at)).status).toBe(409);
    // Merging does not make a review outdated.
    expect(await listed(ada, `${at}/reviews`)).toMatchObject([{ outdated: false }]);
  });

  it('refuses a review when the expected revision is outdated', async () => {
    const { at, ada, open, inRequest, request, pages } = await aReviewWorld(server);
    await open();
    const { revision } = await request();
    await inRequest(edit(pages.a, 'Changed'));
    const query = `mutation ($id: ID!, $known: ID!) {
      submitReview(changeRequestId: $id, expectedRevision: $known, input: { status: APPROVED }) { review { revisionId } } }`;
    const id = at.split('/').at(-1);
    const stale = await ada.graphql(query, { id, known: revision });
    expect(stale.body.errors[0].extensions).toMatchObject({ type: 'precondition_failed', status: 412 });
    const tag = async () => String((await ada.rest(`GET ${at}/content`)).headers['etag']);
    const read = { headers: { 'if-match': await tag() } };
    await inRequest(edit(pages.a, 'Changed again'));
    const body = { status: 'approved' };
    expect((await ada.rest(`POST ${at}/reviews`, body, read)).status).toBe(412);
    expect((await ada.rest(`POST ${at}/reviews`, body, { headers: { 'if-match': await tag() } })).status).toBe(201);
    const fresh = (await request()).revision;
    expect((await ada.graphql(query, { id, known: fresh })).body.data.submitReview.review.revisionId).toBe(fresh);
  });
});

describe('GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews', () => {
  it('reviews are outdated by an edit, an update, a newer review or a new request', async () => {
    const { at, author, ada, bob, owner, open, inRequest, onMain, update, pages } = await aReviewWorld(server);
    await open();
    const states = async () => (await listed(ada, `${at}/reviews`)).map(({ outdated }) => outdated);
    await approve(ada, at);
    await approve(bob, at);
    expect(await states()).toEqual([false, false]);
    await ada.rest(`POST ${at}/reviews`, { status: 'changes-requested' });
    expect(await states()).toEqual([false, false, true]);
    expect(await listed(ada, `${at}/reviews?outdated=true`)).toMatchObject([
      { reviewer: { id: ada.userId }, status: 'approved' },
    ]);
    expect((await listed(ada, `${at}/reviews?outdated=false`)).map(({ reviewer }) => reviewer.id)).toEqual([
      ada.userId,
      bob.userId,
    ]);
    await author.rest(`POST ${at}/requested-reviewers`, { users: [bob.userId] });
    expect(await states()).toEqual([false, true, true]);
    await inRequest(edit(pages.a, 'Changed'));
    expect(await states()).toEqual([true, true, true]);
    await approve(owner, at);
    await onMain(edit(pages.b, 'Elsewhere'));
    expect(await states()).toEqual([false, true, true, true]);
    await update();
    expect(await states()).toEqual([true, true, true, true]);
  });

  it('lists reviews in pages with their count', async () => {
    const { at, ada, bob, owner, open } = await aReviewWorld(server);
    await open();
    for (const caller of [ada, bob, owner]) expect((await approve(caller, at)).status).toBe(201);
    const seen: string[] = [];
    let more = '';
    do {
      const { body } = await ada.rest(`GET ${at}/reviews?limit=1${more}`);
      expect([body.count, body.items.length]).toEqual([3, 1]);
      seen.push(body.items[0].reviewer.id);
      more = body.next ? `&page=${body.next.page}` : '';
    } while (more !== '');
    expect(seen).toEqual([owner.userId, bob.userId, ada.userId]);
    const { body } = await ada.rest(`GET ${at}/reviews?limit=1`);
    expect((await ada.rest(`GET ${at}/reviews?limit=1&outdated=false&page=${body.next.page}`)).status).toBe(400);
    expect((await ada.rest(`GET ${at}/reviews?outdated=perhaps`)).status).toBe(400);
  });

  it('lists reviews for readers without comments that they may not read', async () => {
    const { at, ada, reader, stranger, open } = await aReviewWorld(server);
    expect((await reader.rest(`GET ${at}/reviews`)).status).toBe(404);
    await open();
    expect(await listed(reader, `${at}/reviews`)).toEqual([]);
    await approve(ada, at, { comment: { markdown: 'Secret' } });
    const [review] = await listed(reader, `${at}/reviews`);
    expect([review.status, review.comment]).toEqual(['approved', undefined]);
    const narrow = await server.as(ada.userId, { scopes: ['space:change-requests:read'] });
    expect((await listed(narrow, `${at}/reviews`))[0].comment).toBeUndefined();
    expect((await listed(ada, `${at}/reviews`))[0].comment.body.markdown).toBe('Secret');
    expect((await stranger.rest(`GET ${at}/reviews`)).status).toBe(404);
  });
});

describe('concurrent reviews', () => {
  it('several concurrent reviews of one user leave one that is not outdated, and every comment is counted', async () => {
    const { at, ada, bob, id, open, author } = await aReviewWorld(server);
    await open();
    await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId, bob.userId] });
    const replies = await Promise.all(
      [ada, bob, ada, bob, ada, bob, ada, bob].map((caller, n) =>
        caller.rest(`POST ${at}/reviews`, {
          status: n % 3 === 0 ? 'approved' : 'changes-requested',
          comment: { markdown: `No. ${n}` },
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
    const current = await listed(ada, `${at}/reviews?outdated=false`);
    expect(current.map(({ reviewer }) => reviewer.id).toSorted()).toEqual([ada.userId, bob.userId].toSorted());
    expect(await countersOf(id)).toEqual({ comments: 8, commentsAll: 8 });
    expect(new Set((await listed(ada, `${at}/comments`)).map(({ target }) => target.review)).size).toBe(8);
    // One review of each user fulfils the request.
    const asked = (await listed(ada, `${at}/reviews`)).filter(({ requestedBy }) => requestedBy);
    expect(asked.map(({ reviewer }) => reviewer.id).toSorted()).toEqual([ada.userId, bob.userId].toSorted());
    expect(await listed(ada, `${at}/requested-reviewers`)).toEqual([]);
  });

  it('each of concurrent reviews, comments, edits, requests and a merge is completed and counted, or refused', async () => {
    const { at, author, ada, bob, owner, commenter, id, spaceId, open, inRequest, pages } = await aReviewWorld(server);
    await open();
    const times = [1, 2, 3, 4];
    const edits = times.map((n) =>
      inRequest(edit(pages.a, `Text ${n}`)).then(
        () => 200,
        (error: { status: number }) => error.status,
      ),
    );
    const [written, reviews, comments, requests, merged] = await Promise.all([
      Promise.all(edits),
      Promise.all(times.map((n) => approve(n % 2 ? ada : bob, at, { comment: { markdown: `No. ${n}` } }))),
      Promise.all(times.map(() => commenter.rest(`POST ${at}/comments`, { body: { markdown: 'Hello' } }))),
      Promise.all(times.map(() => author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId, bob.userId] }))),
      owner.rest(`POST ${at}/merge`),
    ]);
    expect([merged.status, merged.body.result]).toEqual([200, 'merge']);
    for (const status of [...written, ...[...reviews, ...requests].map((reply) => reply.status)])
      expect([200, 201, 409]).toContain(status);
    const given = reviews.filter(({ status }) => status === 201).length;
    expect(comments.map(({ status }) => status)).toEqual(times.map(() => 200));
    expect(await countersOf(id)).toEqual({ comments: given + 4, commentsAll: given + 4 });
    expect(await listed(ada, `${at}/reviews`)).toHaveLength(given);
    const { body } = await owner.rest(`GET /v1/spaces/${spaceId}`);
    expect([body.changeRequests, body.changeRequestsOpen, body.changeRequestsDraft]).toEqual([1, 0, 0]);
  });

  it('every concurrent review belongs to a revision of the change request, and those before an edit are outdated', async () => {
    const { at, ada, bob, open, inRequest, request, pages } = await aReviewWorld(server);
    await open();
    await Promise.all(
      [ada, bob, ada, bob].flatMap((caller, n): Promise<unknown>[] => [
        inRequest(edit(pages.a, `Text ${n}`)),
        approve(caller, at),
      ]),
    );
    const { revision, revisionInitial } = await request();
    const line = await server.platform.db.prisma.revision.findMany({ where: { line: at.split('/').at(-1) ?? '' } });
    const known = [revisionInitial, ...line.map(({ id }) => id)];
    for (const one of await listed(ada, `${at}/reviews`)) {
      expect(known).toContain(one.revision);
      if (one.revision !== revision) expect(one.outdated).toBe(true);
    }
  });
});
