import type { Comment as CommentModel } from '../../../db/generated/client.ts';
import type { Context } from '../../core/context.ts';

/** Adjusts the thread counters of a space or change request, in the transaction that changes its threads. */
export async function countThreads(
  ctx: Context,
  { spaceId, changeRequestId }: Pick<CommentModel, 'spaceId' | 'changeRequestId'>,
  { comments = 0, commentsAll = 0 }: { readonly comments?: number; readonly commentsAll?: number },
): Promise<void> {
  const data = { comments: { increment: comments }, commentsAll: { increment: commentsAll } };
  if (changeRequestId === null) await ctx.db.space.updateMany({ where: { id: spaceId }, data });
  else await ctx.db.changeRequest.updateMany({ where: { id: changeRequestId }, data });
}
