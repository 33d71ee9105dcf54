import { beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';
import { approve, aReviewWorld, listed } from './reviews-world.ts';

let server: Harness;
beforeAll(async () => {
  server = await startServer();
});

const listUsers = (items: any[]) => items.map(({ user }) => user.id);

describe('POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers', () => {
  it('a request for reviews updates the subject and opens the draft', async () => {
    const { at, author, ada, bob, spaceId, request } = await aReviewWorld(server);
    const { revision } = await request();
    const counters = async () => {
      const { body } = await author.rest(`GET /v1/spaces/${spaceId}`);
      return [body.changeRequestsOpen, body.changeRequestsDraft];
    };
    const before = await counters();
    const { status, body } = await author.rest(`POST ${at}/requested-reviewers`, {
      users: [bob.userId, ada.userId, bob.userId],
      subject: 'Better words',
      description: { markdown: 'Why **not**?' },
    });
    const requestedBy = expect.objectContaining({ id: author.userId });
    const one = { object: 'change-request-requested-reviewer', kind: 'user', revision, requestedBy };
    expect([status, body]).toEqual([
      200,
      {
        users: [bob, ada].map(({ userId }) => ({
          ...one,
          user: expect.objectContaining({ object: 'user', id: userId }),
          createdAt: expect.any(String),
        })),
      },
    ]);
    const after = await request();
    expect(after).toMatchObject({ status: 'open', subject: 'Better words', description: { object: 'document' } });
    expect(await counters()).toEqual([before[0] + 1, before[1] - 1]);
    const items = await listed(ada, `${at}/requested-reviewers`);
    expect(listUsers(items).toSorted()).toEqual([ada.userId, bob.userId].toSorted());
    const first = await ada.rest(`GET ${at}/requested-reviewers?limit=1`);
    const next = await ada.rest(`GET ${at}/requested-reviewers?limit=1&page=${first.body.next.page}`);
    expect([first.body.count, ...listUsers([...first.body.items, ...next.body.items])]).toEqual([
      2,
      ...listUsers(items),
    ]);
  });

  it('repeated review requests are renewed, and an open change request stays open', async () => {
    const { at, author, ada, owner, open, request } = await aReviewWorld(server);
    await open();
    await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId] });
    const again = await owner.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId] });
    expect(again.body.users).toMatchObject([{ requestedBy: { id: owner.userId } }]);
    expect(await listed(ada, `${at}/requested-reviewers`)).toHaveLength(1);
    expect((await request()).status).toBe('open');
  });

  it('a review request is fulfilled by a review, which names the requester', async () => {
    const { at, author, ada } = await aReviewWorld(server);
    await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId] });
    expect((await approve(ada, at)).body.requestedBy.id).toBe(author.userId);
    expect(await listed(ada, `${at}/requested-reviewers`)).toEqual([]);
    expect((await approve(ada, at)).body.requestedBy).toBeUndefined();
  });

  it('refuses to request reviews from users who cannot see the space and from the author', async () => {
    const { at, author, ada, stranger, organizationId, request } = await aReviewWorld(server);
    const guest = await aMember(server, organizationId, null);
    const ask = async (...users: string[]) => {
      const { status, body } = await author.rest(`POST ${at}/requested-reviewers`, { users });
      return [status, body.error.type, body.error.details?.[0]?.path];
    };
    for (const unknown of [stranger.userId, guest.userId, 'usr_absent', ''])
      expect(await ask(ada.userId, unknown)).toEqual([404, 'reference_not_found', 'body.users.1']);
    expect(await ask(author.userId)).toEqual([400, 'validation_failed', 'body.users.0']);
    expect(await ask()).toEqual([400, 'validation_failed', 'body.users']);
    expect(await ask(...Array.from({ length: 101 }, () => ada.userId))).toEqual([
      400,
      'validation_failed',
      'body.users',
    ]);
    expect((await author.rest(`POST ${at}/requested-reviewers`, {})).status).toBe(400);
    expect((await author.rest(`POST ${at}/requested-reviewers`, { users: [{ id: 1 }] })).status).toBe(400);
    const long = await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId], subject: 'x'.repeat(101) });
    expect(long.status).toBe(400);
    expect(await listed(ada, `${at}/requested-reviewers`)).toEqual([]);
    expect((await request()).status).toBe('draft');
  });

  it('refuses more than a hundred requested reviewers', async () => {
    const { at, author, ada, organizationId, id } = await aReviewWorld(server);
    const { prisma } = server.platform.db;
    const users = Array.from({ length: 100 }, () => server.platform.services.newId('usr'));
    await prisma.user.createMany({ data: users.map((one) => ({ id: one, displayName: 'Reviewer' })) });
    await prisma.member.createMany({ data: users.map((userId) => ({ organizationId, userId, role: 'review' })) });
    expect((await author.rest(`POST ${at}/requested-reviewers`, { users })).body.users).toHaveLength(100);
    const more = await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId] });
    expect([more.status, more.body.error.type]).toEqual([409, 'conflict']);
    expect(await prisma.requestedReviewer.count({ where: { changeRequestId: id } })).toBe(100);
    // A user who has left the organization no longer counts.
    await prisma.member.deleteMany({ where: { organizationId, userId: users[0] ?? '' } });
    expect((await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId] })).status).toBe(200);
  });

  it('lets authors with edit, and other users with review, request reviews until the change request is closed', async () => {
    const { at, author, ada, bob, commenter, reader, stranger, organizationId } = await aReviewWorld(server);
    const body = { users: [bob.userId] };
    const editor = await aMember(server, organizationId, 'edit');
    expect((await stranger.rest(`POST ${at}/requested-reviewers`, body)).status).toBe(404);
    expect((await reader.rest(`POST ${at}/requested-reviewers`, body)).status).toBe(404);
    expect((await editor.rest(`POST ${at}/requested-reviewers`, body)).status).toBe(403);
    expect((await ada.rest(`POST ${at}/requested-reviewers`, body)).status).toBe(200);
    expect((await commenter.rest(`POST ${at}/requested-reviewers`, body)).status).toBe(403);
    await author.rest(`PATCH ${at}`, { status: 'archived' });
    expect((await author.rest(`POST ${at}/requested-reviewers`, body)).status).toBe(409);
    expect((await author.rest(`GET ${at}`)).body.status).toBe('archived');
  });

  it('refuses a review request when the expected version is outdated', async () => {
    const { at, author, ada } = await aReviewWorld(server);
    const { headers } = await author.rest(`GET ${at}`);
    const known = { headers: { 'if-match': String(headers['etag']) } };
    await author.rest(`PATCH ${at}`, { subject: 'Other' });
    const body = { users: [ada.userId] };
    expect((await author.rest(`POST ${at}/requested-reviewers`, body, known)).status).toBe(412);
    expect(await listed(ada, `${at}/requested-reviewers`)).toEqual([]);
  });
});

describe('DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}', () => {
  it('a review request is cancelled', async () => {
    const { at, author, ada, bob, reader, stranger, organizationId, owner } = await aReviewWorld(server);
    await author.rest(`POST ${at}/requested-reviewers`, { users: [ada.userId, bob.userId] });
    const path = `${at}/requested-reviewers/${ada.userId}`;
    expect((await stranger.rest(`DELETE ${path}`)).status).toBe(404);
    expect((await reader.rest(`DELETE ${path}`)).status).toBe(403);
    expect((await author.rest(`DELETE ${path}`)).status).toBe(205);
    expect((await author.rest(`DELETE ${path}`)).status).toBe(404);
    expect(listUsers(await listed(ada, `${at}/requested-reviewers`))).toEqual([bob.userId]);
    await owner.rest(`DELETE /v1/orgs/${organizationId}/members/${bob.userId}`);
    expect(await listed(ada, `${at}/requested-reviewers`)).toEqual([]);
  });
});

describe('concurrent review requests', () => {
  it('are stored once per user, and the counters of the space stay correct', async () => {
    const { at, author, ada, bob, spaceId } = await aReviewWorld(server);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        author.rest(`POST ${at}/requested-reviewers`, { users: n % 2 === 0 ? [ada.userId, bob.userId] : [bob.userId] }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await listed(ada, `${at}/requested-reviewers`)).toHaveLength(2);
    const { body } = await author.rest(`GET /v1/spaces/${spaceId}`);
    expect([body.changeRequestsOpen, body.changeRequestsDraft]).toEqual([1, 0]);
  });
});
