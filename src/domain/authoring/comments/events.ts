import type { Context } from '../../core/context.ts';
import type { EventSubject } from '../../core/events/emit.ts';
import { loadSpace } from '../spaces/spaces.ts';
import type { Comment, Reply } from './comments.ts';

type CommentKey = Pick<Comment, 'id' | 'spaceId' | 'changeRequestId'>;

/** A comment or reply as the subject of an event. It does not say its text. */
export async function ofComment(ctx: Context, { id, spaceId, changeRequestId }: CommentKey): Promise<EventSubject> {
  const { organizationId } = await loadSpace(ctx, spaceId);
  return { organizationId, id, spaceId, changeRequestId };
}

export const threadData = ({ pageId, authorId }: Pick<Comment, 'pageId' | 'authorId'>) => ({
  page: pageId,
  author: authorId,
});

/** What the event of a reply says. A reply is on the page of its thread. */
export async function replyData(ctx: Context, { parentId, authorId }: Pick<Reply, 'parentId' | 'authorId'>) {
  const thread = await ctx.loaders.comment.load(parentId);
  return { comment: parentId, page: thread?.pageId ?? null, author: authorId };
}
