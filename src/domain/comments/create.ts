import { sql } from '../../db/sql.ts';
import { notFound, referenceNotFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { transact } from '../transact.ts';
import { lockRow } from '../versions.ts';
import { requiredMarkdown, type CommentBody } from './body.ts';
import { getComment, getReply, type Comment, type CommentPlace, type Reply } from './comments.ts';

/** A cell of a table on a page. Disagreement 25. */
export interface TableCell {
  readonly record: string;
  readonly definition: string;
}

export interface NewComment {
  readonly spaceId: string;
  readonly body: CommentBody;
  readonly page?: string | null | undefined;
  readonly node?: string | null | undefined;
  readonly tableCell?: TableCell | null | undefined;
}

/**
 * Starts a thread on a space, or on a page of its active content. Throws not_found, forbidden,
 * validation_failed, reference_not_found.
 */
export async function createComment(outer: Context, input: NewComment): Promise<Comment> {
  return transact(outer, async (ctx) => {
    const space = await authorizedSpace(ctx, input.spaceId, 'comment');
    const markdown = requiredMarkdown(input.body);
    if (input.page) await requirePage(ctx, space.id, input.page);
    const id = ctx.newId('cmt');
    await ctx.db.comment.createMany({
      data: {
        id,
        spaceId: space.id,
        authorId: ctx.actor.userId,
        markdown,
        revisionId: space.revisionId,
        pageId: input.page ?? null,
        nodeId: input.node ?? null,
        ...(input.tableCell ? { tableCell: { ...input.tableCell } } : {}),
        postedAt: ctx.now(),
      },
    });
    await ctx.db.space.updateMany({
      where: { id: space.id },
      data: { comments: { increment: 1 }, commentsAll: { increment: 1 } },
    });
    return getComment(ctx, { id }, 'comment');
  });
}

async function requirePage(ctx: Context, spaceId: string, pageId: string) {
  const page = await ctx.sql.first(sql`select 1 from content_entries e
    where e.line = ${spaceId} and e."entryId" = ${pageId} and e.kind = 'page' and e."toSeq" is null and not e.deleted`);
  if (page === null) throw referenceNotFound('input.page', 'page', pageId);
}

export interface NewReply extends Omit<CommentPlace, 'id'> {
  readonly commentId: string;
  readonly body: CommentBody;
}

/** Replies in a thread, resolved or not. Throws not_found, forbidden, validation_failed. */
export async function createCommentReply(outer: Context, input: NewReply): Promise<Reply> {
  return transact(outer, async (ctx) => {
    const locked = await lockRow(ctx, 'comments', { id: input.commentId });
    const comment = await getComment(ctx, { id: input.commentId, spaceId: input.spaceId }, 'comment');
    if (locked === null) throw notFound('comment', comment.id);
    const markdown = requiredMarkdown(input.body);
    const id = ctx.newId('rpl');
    await ctx.db.comment.createMany({
      data: {
        id,
        spaceId: comment.spaceId,
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
