import { authorize } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { lockRow, requireVersion } from '../versions.ts';
import { getComment, getReply, type CommentPlace, type ReplyPlace } from './comments.ts';
import { countThreads } from './counters.ts';
import { commentPolicy } from './policy.ts';

interface Known {
  readonly expectedVersion?: number | null | undefined;
}

/** Deletes a thread with its replies. Its author and admins may. Throws not_found, forbidden, precondition_failed. */
export async function deleteComment(outer: Context, place: CommentPlace & Known): Promise<void> {
  // Nobody holds the row of what he may not see.
  await getComment(outer, place, 'comment');
  await transact(outer, async (ctx) => {
    const version = await lockRow(ctx, 'comments', { id: place.id });
    const comment = await getComment(ctx, place, 'comment');
    authorize(commentPolicy, 'delete', ctx.actor, comment);
    requireVersion(version, place.expectedVersion);
    await ctx.db.comment.deleteMany({ where: { id: comment.id } });
    await countThreads(ctx, comment, { commentsAll: -1, comments: comment.status === 'open' ? -1 : 0 });
  });
}

/** Deletes a reply. Its author and admins may. Throws not_found, forbidden, precondition_failed. */
export async function deleteCommentReply(outer: Context, place: ReplyPlace & Known): Promise<void> {
  const { parentId } = await getReply(outer, place, 'comment');
  await transact(outer, async (ctx) => {
    // The thread first, as whoever deletes it does.
    await lockRow(ctx, 'comments', { id: parentId });
    const version = await lockRow(ctx, 'comments', { id: place.id });
    const reply = await getReply(ctx, place, 'comment');
    authorize(commentPolicy, 'delete', ctx.actor, reply);
    requireVersion(version, place.expectedVersion);
    await ctx.db.comment.deleteMany({ where: { id: reply.id } });
    await ctx.db.comment.updateMany({ where: { id: parentId }, data: { replies: { decrement: 1 } } });
  });
}
