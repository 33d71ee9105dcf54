import { findThread, followComments } from '../../../domain/authoring/comments/follow.ts';
import type { Event as EventModel } from '../../../domain/core/events/events.ts';
import { builder } from '../../builder.ts';
import { Event } from '../../core/events/event.ts';
import { sinceArg } from '../../core/events/subscription.ts';
import { subscription } from '../../subscription.ts';
import { Comment } from './comment.ts';

const CommentChange = builder.objectRef<EventModel>('CommentChange').implement({
  description: 'Something that happened in a discussion.',
  fields: (t) => ({
    event: t.field({
      type: Event,
      description: 'What happened to which comment or reply.',
      resolve: (event) => event,
    }),
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'The thread in which it happened, as it is now; null when it was deleted.',
      resolve: (event, _args, ctx) => findThread(ctx, event),
    }),
  }),
});

subscription('commentsChanged', {
  type: CommentChange,
  description:
    'What happens to the comments and replies of a discussion: that of a space, or that of a change request. Needs the scope `org:read` too.',
  args: {
    ...builder.args((t) => ({
      spaceId: t.id({ description: 'Id of the space; that of the change request when omitted.' }),
      changeRequestId: t.id({ description: 'Id of the change request; the discussion of the space when omitted.' }),
    })),
    ...sinceArg,
  },
  follow: (ctx, { spaceId, changeRequestId, since }) =>
    followComments(ctx, { spaceId, changeRequestId }, since ?? null),
  resolve: (_ctx, event) => event,
});
