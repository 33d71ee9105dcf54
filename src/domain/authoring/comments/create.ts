import { ofComment, replyData, threadData } from './events.ts';
import type * as z from 'zod';
import type { Prisma } from '../../../db/generated/client.ts';
import { notFound, referenceNotFound } from '../../../lib/errors.ts';
import { unpairId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockRow } from '../../core/locks.ts';
import type { TextBody } from '../../../text/rich-text/body.ts';
import { requiredMarkdown } from './body.ts';
import { getComment, getReply, type Comment, type CommentRef, type Reply } from './comments.ts';
import { countThreads } from './counters.ts';
import { enterDiscussion, type DiscussionRef } from './discussions.ts';
import { mentionData } from './mentions.ts';
import { hasPage } from './queries.ts';
import type { CreateCommentInput } from './inputs.ts';

/** A cell of a table on a page, by its row and column. */
export interface TableCell {
  readonly record: string;
  readonly definition: string;
}

export type NewComment = z.output<typeof CreateCommentInput> & DiscussionRef;

/**
 * Creates a comment on a space, on a change request, or on a page of their active revision. Throws validation_failed,
 * reference_not_found.
 */
export async function createComment(outer: Context, input: NewComment): Promise<Comment> {
  return transact(outer, async (ctx) => {
    const { space, changeRequest } = await enterDiscussion(ctx, input, 'comment');
    const markdown = requiredMarkdown(input.body);
    const { revisionId } = changeRequest ?? space;
    const pageId = input.page ? unpairId(input.page, [(changeRequest ?? space).id, revisionId]) : null;
    if (pageId !== null) await requirePage(ctx, revisionId, pageId);
    const id = await insertThread(ctx, {
      spaceId: space.id,
      changeRequestId: changeRequest?.id ?? null,
      markdown,
      revisionId,
      pageId,
      nodeId: input.node ?? null,
      ...(input.tableCell ? { tableCell: { ...input.tableCell } } : {}),
    });
    return getComment(ctx, { id }, 'comment');
  });
}

type Thread = Pick<Prisma.CommentUncheckedCreateInput, 'spaceId' | 'markdown' | 'revisionId'> &
  Partial<Pick<Prisma.CommentUncheckedCreateInput, 'pageId' | 'nodeId' | 'tableCell' | 'reviewId'>> & {
    readonly changeRequestId: string | null;
  };

/** Inserts a thread by the authenticated caller and counts it. Returns its id. The caller must be authorized already. */
export async function insertThread(ctx: Context, thread: Thread): Promise<string> {
  const id = ctx.newId('cmt');
  await ctx.db.comment.createMany({
    data: { ...thread, id, authorId: ctx.actor.userId, postedAt: ctx.now() },
  });
  await countThreads(ctx, thread, { comments: 1, commentsAll: 1 });
  const { pageId = null } = thread;
  const data = { ...threadData({ pageId, authorId: ctx.actor.userId }), ...(await mentionData(ctx, thread)) };
  ctx.emit('comment.created', await ofComment(ctx, { ...thread, id }), data);
  return id;
}

async function requirePage(ctx: Context, revisionId: string, pageId: string) {
  const revision = await ctx.loaders.revision.load(revisionId);
  if (revision === null || !(await hasPage(ctx.sql, revision, pageId)))
    throw referenceNotFound('input.page', 'page', pageId);
}

export interface NewReply extends Omit<CommentRef, 'id'> {
  readonly commentId: string;
  readonly body: TextBody;
}

/** Creates a reply in a thread, which may be resolved. Throws validation_failed. */
export async function createCommentReply(outer: Context, input: NewReply): Promise<Reply> {
  const { commentId, spaceId, changeRequestId } = input;
  const ref = { id: commentId, spaceId, changeRequestId };
  // Authorize before locking.
  await getComment(outer, ref, 'comment');
  return transact(outer, async (ctx) => {
    const locked = await lockRow(ctx, 'comments', { id: commentId });
    const comment = await getComment(ctx, ref, 'comment');
    if (locked === null) throw notFound('comment', comment.id);
    const markdown = requiredMarkdown(input.body);
    const id = ctx.newId('rpl');
    await ctx.db.comment.createMany({
      data: {
        id,
        spaceId: comment.spaceId,
        changeRequestId: comment.changeRequestId,
        parentId: comment.id,
        authorId: ctx.actor.userId,
        markdown,
        revisionId: comment.revisionId,
        postedAt: ctx.now(),
      },
    });
    await ctx.db.comment.updateMany({ where: { id: comment.id }, data: { replies: { increment: 1 } } });
    const reply = await getReply(ctx, { id }, 'comment');
    const data = {
      ...(await replyData(ctx, reply)),
      ...(await mentionData(ctx, { spaceId: reply.spaceId, markdown })),
    };
    ctx.emit('comment_reply.created', await ofComment(ctx, reply), data);
    return reply;
  });
}
