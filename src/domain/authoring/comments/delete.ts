import { ofComment, replyData, threadData } from './events.ts';
import { authorize } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockRow, requireVersion, type Expected } from '../../core/locks.ts';
import { getComment, getReply, type Comment, type CommentRef, type Reply, type ReplyRef } from './comments.ts';
import { countThreads } from './counters.ts';
import { commentPolicy } from './policy.ts';

/** Deletes a comment with its replies. Its author and admins may. Throws precondition_failed. */
export async function deleteComment(outer: Context, ref: CommentRef & Expected): Promise<Comment> {
  // Authorize before locking.
  await getComment(outer, ref, 'comment');
  return transact(outer, async (ctx) => {
    const version = await lockRow(ctx, 'comments', { id: ref.id });
    const comment = await getComment(ctx, ref, 'comment');
    authorize(commentPolicy, 'delete', ctx.actor, comment);
    requireVersion(version, ref.expectedVersion);
    ctx.emit('comment.deleted', await ofComment(ctx, comment), threadData(comment));
    await ctx.db.comment.deleteMany({ where: { id: comment.id } });
    await countThreads(ctx, comment, { commentsAll: -1, comments: comment.status === 'open' ? -1 : 0 });
    return comment;
  });
}

/** Deletes a reply. Its author and admins may. Throws as `deleteComment`. */
export async function deleteCommentReply(outer: Context, ref: ReplyRef & Expected): Promise<Reply> {
  const { parentId } = await getReply(outer, ref, 'comment');
  return transact(outer, async (ctx) => {
    // Lock the comment before its reply, in the order of `deleteComment`, to avoid deadlocks.
    await lockRow(ctx, 'comments', { id: parentId });
    const version = await lockRow(ctx, 'comments', { id: ref.id });
    const reply = await getReply(ctx, ref, 'comment');
    authorize(commentPolicy, 'delete', ctx.actor, reply);
    requireVersion(version, ref.expectedVersion);
    ctx.emit('comment_reply.deleted', await ofComment(ctx, reply), await replyData(ctx, reply));
    await ctx.db.comment.deleteMany({ where: { id: reply.id } });
    await ctx.db.comment.updateMany({ where: { id: parentId }, data: { replies: { decrement: 1 } } });
    return reply;
  });
}
