import type { Context } from '../../core/context.ts';
import { eventTypes, type EventType } from '../../core/events/catalogue.ts';
import type { Event } from '../../core/events/events.ts';
import type { EventStream } from '../../core/events/follow.ts';
import { followEventsInSpace } from '../spaces/follow-events.ts';
import { getComment, type Comment } from './comments.ts';
import { enterDiscussion, type PartialDiscussionRef } from './discussions.ts';

const types = (Object.keys(eventTypes) as EventType[]).filter((type) => eventTypes[type].readers === 'comments');

/**
 * Returns the events about the comments and replies of a discussion as they happen, beginning after a position if one is
 * given. Throws as `enterDiscussion` does, also later.
 */
export function followComments(outer: Context, ref: PartialDiscussionRef, since: number | null): Promise<EventStream> {
  const changeRequestId = ref.changeRequestId ?? null;
  const authorize = async (ctx: Context) => (await enterDiscussion(ctx, ref, 'readComments')).space.id;
  return followEventsInSpace(outer, { authorize, types, changeRequestId, since });
}

/** The thread that an event of comments is about; null when it was deleted. */
export async function findThread(ctx: Context, { subjectId, data }: Event): Promise<Comment | null> {
  const { comment = subjectId } = data as { readonly comment?: string };
  const row = await ctx.loaders.comment.load(comment);
  return row === null ? null : getComment(ctx, { id: comment });
}
