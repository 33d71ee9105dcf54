import { listCommenters } from '../../domain/comments/commenters.ts';
import { getComment, listComments } from '../../domain/comments/comments.ts';
import { Authors } from '../../domain/comments/fields.ts';
import { readSpace } from '../../domain/spaces/spaces.ts';
import { builder } from '../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { pageArgs, pageRequest, toConnection } from '../connection.ts';
import { MemberConnection } from '../members/member.ts';
import { OrderEnum } from '../order.ts';
import { Space } from '../spaces/space.ts';
import { Comment, CommentConnection, partsOf } from './comment.ts';
import { CommentStatusFilterEnum } from './comment-parts.ts';

const filterArgs = builder.args((t) => ({
  order: t.field({ type: OrderEnum, description: 'Newest first when omitted.' }),
  status: t.field({ type: CommentStatusFilterEnum, description: 'Only comments in this status; all when omitted.' }),
  targetPage: t.id({ description: 'Only comments on the page of this id.' }),
  authors: t.idList({ description: 'Only comments of the users of these ids.', validate: Authors }),
}));

// Nullable: a space whose discussions are closed to the caller must not null the spaces beside it.
builder.objectFields(Space, (t) => ({
  comments: t.field({
    type: CommentConnection,
    nullable: true,
    description: 'The comments of the space, newest first unless told otherwise.',
    args: { ...pageArgs, ...filterArgs },
    resolve: async (space, { order, status, targetPage, authors, ...page }, ctx, info) =>
      toConnection(
        await listComments(
          ctx,
          { space, changeRequest: null },
          { order, status, targetPage, authors, parts: partsOf(info) },
          pageRequest(page),
        ),
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

builder.objectFields(ChangeRequest, (t) => ({
  comments: t.field({
    type: CommentConnection,
    nullable: true,
    description: 'The comments of the change request, newest first unless told otherwise.',
    args: { ...pageArgs, ...filterArgs },
    resolve: async (changeRequest, { order, status, targetPage, authors, ...page }, ctx, info) => {
      const filter = { order, status, targetPage, authors, parts: partsOf(info) };
      const space = await readSpace(ctx, changeRequest.spaceId);
      return toConnection(await listComments(ctx, { space, changeRequest }, filter, pageRequest(page)));
    },
  }),
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'One comment of the change request.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: ({ spaceId, id: changeRequestId }, { id }, ctx) => getComment(ctx, { id, spaceId, changeRequestId }),
  }),
}));

const commentersOf = (what: string) => `The members who said something ${what}, those who joined last first.`;

builder.objectField(Space, 'commenters', (t) =>
  t.field({
    type: MemberConnection,
    nullable: true,
    description: commentersOf('on the space'),
    args: { ...pageArgs },
    resolve: async (space, page, ctx, info) =>
      toConnection(await listCommenters(ctx, { space, changeRequest: null }, pageRequest(page, info))),
  }),
);

builder.objectField(ChangeRequest, 'commenters', (t) =>
  t.field({
    type: MemberConnection,
    nullable: true,
    description: commentersOf('in the change request'),
    args: { ...pageArgs },
    resolve: async (changeRequest, page, ctx, info) => {
      const space = await readSpace(ctx, changeRequest.spaceId);
      return toConnection(await listCommenters(ctx, { space, changeRequest }, pageRequest(page, info)));
    },
  }),
);
