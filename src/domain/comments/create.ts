import type { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { notFound, referenceNotFound } from '../../lib/errors.ts';
import { entryAt } from '../../loaders/content.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { lockRow } from '../versions.ts';
import { requiredMarkdown, type CommentBody } from './body.ts';
import {
  enterDiscussion,
  getComment,
  getReply,
  type Comment,
  type CommentPlace,
  type Discussion,
  type Reply,
} from './comments.ts';
import { countThreads } from './counters.ts';

/** A cell of a table on a page. Disagreement 25. */
export interface TableCell {
  readonly record: string;
  readonly definition: string;
}

export interface NewComment extends Discussion {
  readonly body: CommentBody;
  readonly page?: string | null | undefined;
  readonly node?: string | null | undefined;
  readonly tableCell?: TableCell | null | undefined;
}

/**
 * Starts a thread on a space or a change request, or on a page of its active content. Throws not_found, forbidden,
 * validation_failed, reference_not_found.
 */
export async function createComment(outer: Context, input: NewComment): Promise<Comment> {
  return transact(outer, async (ctx) => {
    const { space, changeRequest } = await enterDiscussion(ctx, input, 'comment');
    const markdown = requiredMarkdown(input.body);
    const { revisionId } = changeRequest ?? space;
    if (input.page) await requirePage(ctx, revisionId, input.page);
    const id = await writeThread(ctx, {
      spaceId: space.id,
      changeRequestId: changeRequest?.id ?? null,
      markdown,
      revisionId,
      pageId: input.page ?? null,
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

/** Writes a thread of the caller, who was authorized, and counts it; gives its id. In a transaction only. */
export async function writeThread(ctx: Context, thread: Thread): Promise<string> {
  const id = ctx.newId('cmt');
  await ctx.db.comment.createMany({
    data: { ...thread, id, authorId: ctx.actor.userId, postedAt: ctx.now() },
  });
  await countThreads(ctx, thread, { comments: 1, commentsAll: 1 });
  return id;
}

async function requirePage(ctx: Context, revisionId: string, pageId: string) {
  const revision = await ctx.loaders.revision.load(revisionId);
  const page =
    revision &&
    (await ctx.sql.first(sql`select 1 from ${entryAt(revision, sql`${pageId}::text`)} where e.kind = 'page'`));
  if (page === null) throw referenceNotFound('input.page', 'page', pageId);
}

export interface NewReply extends Omit<CommentPlace, 'id'> {
  readonly commentId: string;
  readonly body: CommentBody;
}

/** Replies in a thread, resolved or not. Throws not_found, forbidden, validation_failed. */
export async function createCommentReply(outer: Context, input: NewReply): Promise<Reply> {
  const { commentId, spaceId, changeRequestId } = input;
  const place = { id: commentId, spaceId, changeRequestId };
  // Nobody holds the row of what he may not see.
  await getComment(outer, place, 'comment');
  return transact(outer, async (ctx) => {
    const locked = await lockRow(ctx, 'comments', { id: commentId });
    const comment = await getComment(ctx, place, 'comment');
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
    return getReply(ctx, { id }, 'comment');
  });
}
