import pMap from 'p-map';
import { beforeAll, describe, expect, it } from 'vitest';
import { permissionsOf } from '../../../src/access/permissions.ts';
import { roles, type Role } from '../../../src/access/roles.ts';
import { updateComment } from '../../../src/domain/authoring/comments/update.ts';
import { createComment, createCommentReply } from '../../../src/domain/authoring/comments/create.ts';
import { deleteComment, deleteCommentReply } from '../../../src/domain/authoring/comments/delete.ts';
import { canonicalEmoji } from '../../../src/lib/emoji.ts';
import type { DomainError } from '../../../src/lib/errors.ts';
import { commentPolicy, type CommentAction } from '../../../src/domain/authoring/comments/policy.ts';
import type { Actor } from '../../../src/access/actor.ts';
import { aMember, anOrganization, aSpace } from '../../factories.ts';
import { startServer, type Harness } from '../../harness.ts';

const actions = ['view', 'reply', 'react', 'edit', 'resolve', 'delete'] as const satisfies readonly (
  | CommentAction
  | 'view'
)[];

const toActor = (userId: string, scopes: Actor['scopes'] = 'all'): Actor => ({
  userId,
  tokenId: 'tok_test',
  scopes,
  organizationId: null,
  isInstanceAdmin: false,
});

const grantedTo = (actor: Actor, role: Role | null) =>
  actions.filter((action) => permissionsOf(commentPolicy, actions, actor, { authorId: 'usr_ada', role })[action]);

describe('commentPolicy', () => {
  it.each([
    [null, []],
    ['read', []],
    ['comment', ['view', 'reply', 'react']],
    ['edit', ['view', 'reply', 'react', 'resolve']],
    ['review', ['view', 'reply', 'react', 'resolve']],
    ['create', ['view', 'reply', 'react', 'resolve']],
    ['admin', ['view', 'reply', 'react', 'resolve', 'delete']],
  ] as const)('allows the role %s these actions on a comment by somebody else: %j', (role, expected) => {
    expect(grantedTo(toActor('usr_bob'), role)).toEqual(expected);
  });

  it('allows the author of a comment every action while their role allows commenting', () => {
    for (const role of roles)
      expect([role, grantedTo(toActor('usr_ada'), role)]).toEqual([role, role === 'read' ? [] : [...actions]]);
    expect(grantedTo(toActor('usr_ada'), null)).toEqual([]);
  });

  it('allows nobody to resolve a reply, which has no status', () => {
    const reply = { authorId: 'usr_ada', role: 'admin', parentId: 'cmt_thread' } as const;
    expect(permissionsOf(commentPolicy, actions, toActor('usr_ada'), reply)).toMatchObject({
      edit: true,
      resolve: false,
    });
  });

  it('limits the actions on a comment to the scopes of the token', () => {
    expect(grantedTo(toActor('usr_ada', new Set(['space:comments:read'])), 'admin')).toEqual(['view']);
    expect(grantedTo(toActor('usr_ada', new Set(['space:read'])), 'admin')).toEqual([]);
  });
});

describe('canonicalEmoji', () => {
  it.each([
    ['👍', '👍'],
    ['1f44d', '👍'],
    ['1F44D-1F3FD', '👍🏽'],
    ['2764', '❤️'],
    ['❤', '❤️'],
    ['1f3f3-200d-1f308', '🏳️‍🌈'],
    ['31-20e3', '1️⃣'],
    ['1f1e9-1f1ea', '🇩🇪'],
    ['1', null],
    ['31', null],
    ['41', null],
    ['👍👍', null],
    ['d83d', null],
    ['110000', null],
    ['ffffff', null],
    ['', null],
    ['x', null],
  ])('the emoji %j is stored as %j', (given, expected) => {
    expect(canonicalEmoji(given)).toBe(expected);
  });
});

describe('thread counters', () => {
  let server: Harness;
  beforeAll(async () => {
    server = await startServer();
  });

  /** The stored counters, and the numbers counted from rows. */
  async function recount(spaceId: string) {
    const { prisma } = server.platform.db;
    const space = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
    const threads = await prisma.comment.findMany({
      where: { spaceId, parentId: null },
      include: { _count: { select: { children: true } } },
    });
    return {
      counters: { all: space.commentsAll, open: space.comments, replies: threads.map(({ replies }) => replies) },
      rows: {
        all: threads.length,
        open: threads.filter(({ status }) => status === 'open').length,
        replies: threads.map(({ _count }) => _count.children),
      },
    };
  }

  it('the counters of comments and replies stay correct under concurrent writes', async () => {
    const { id: organizationId, owner } = await anOrganization(server);
    const bob = await aMember(server, organizationId, 'admin');
    const space = await aSpace(server, organizationId);
    const as = (at: number) => (at % 2 === 0 ? owner : bob).context();
    const body = { markdown: 'a' };
    const many = Array.from({ length: 30 }, (_, at) => at);
    // Few enough that each gets a connection in time on a busy machine.
    const concurrency = 12;

    const made = await pMap(many, (at) => createComment(as(at), { spaceId: space.id, body }), { concurrency });
    expect((await recount(space.id)).counters).toMatchObject({ all: 30, open: 30 });

    // Concurrently resolve, reopen, reply to and delete the same few threads.
    const [first] = made;
    if (!first) throw new Error('no comment was made');
    const writes = many.flatMap((at): (() => Promise<unknown>)[] => {
      const comment = made[at % 10] ?? first;
      return [
        () => updateComment(as(at), { id: comment.id }, { resolved: at % 3 !== 0 }),
        () => createCommentReply(as(at), { commentId: comment.id, body }),
        ...(at % 10 < 3 ? [() => deleteComment(as(at), { id: comment.id })] : []),
      ];
    });
    const refusals = await pMap(
      writes,
      (write) =>
        write().then(
          () => null,
          (error: unknown) => error,
        ),
      { concurrency },
    );
    expect(refusals.filter((error) => error !== null && (error as DomainError).type !== 'not_found')).toEqual([]);
    const { counters, rows } = await recount(space.id);
    expect(counters).toEqual(rows);
    expect(rows.all).toBe(27);
  });

  it('the counters of comments and replies stay correct when a reply is deleted while its thread is deleted', async () => {
    const { id: organizationId, owner } = await anOrganization(server);
    const space = await aSpace(server, organizationId);
    const ctx = () => owner.context();
    const body = { markdown: 'a' };
    const threads = await Promise.all([1, 2, 3, 4].map(() => createComment(ctx(), { spaceId: space.id, body })));
    const replies = await Promise.all(
      threads.flatMap(({ id }) => [1, 2, 3, 4, 5].map(() => createCommentReply(ctx(), { commentId: id, body }))),
    );
    const outcomes = await Promise.allSettled([
      ...replies.filter((_reply, at) => at % 5 !== 0).map(({ id }) => deleteCommentReply(ctx(), { id })),
      ...replies.slice(0, 5).map(({ id }) => deleteCommentReply(ctx(), { id })),
      ...threads.slice(0, 2).map(({ id }) => deleteComment(ctx(), { id })),
    ]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures.filter(({ type }) => type !== 'not_found')).toEqual([]);
    const { counters, rows } = await recount(space.id);
    expect(counters).toEqual(rows);
    expect(rows).toEqual({ all: 2, open: 2, replies: [1, 1] });
  });
});
