import { getComment, listComments } from '../../domain/comments/comments.ts';
import { Authors } from '../../domain/comments/fields.ts';
import { builder } from '../builder.ts';
import { pageArgs, pageRequest, toConnection } from '../connection.ts';
import { OrderEnum } from '../order.ts';
import { Space } from '../spaces/space.ts';
import { Comment, CommentConnection, partsOf } from './comment.ts';
import { CommentStatusFilterEnum } from './comment-parts.ts';

// Nullable: a space whose discussions are closed to the caller must not null the spaces beside it.
builder.objectFields(Space, (t) => ({
  comments: t.field({
    type: CommentConnection,
    nullable: true,
    description: 'The comments of the space, newest first unless told otherwise.',
    args: {
      ...pageArgs,
      order: t.arg({ type: OrderEnum, description: 'Newest first when omitted.' }),
      status: t.arg({ type: CommentStatusFilterEnum, description: 'Only comments in this status; all when omitted.' }),
      targetPage: t.arg.id({ description: 'Only comments on the page of this id.' }),
      authors: t.arg.idList({ description: 'Only comments of the users of these ids.', validate: Authors }),
    },
    resolve: async (space, { order, status, targetPage, authors, ...page }, ctx, info) =>
      toConnection(
        await listComments(ctx, space, { order, status, targetPage, authors, parts: partsOf(info) }, pageRequest(page)),
      ),
  }),
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'One comment of the space.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: (space, { id }, ctx) => getComment(ctx, { id, spaceId: space.id }),
  }),
}));
