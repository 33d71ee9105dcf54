import { listCommenters } from '../../../domain/authoring/comments/commenters.ts';
import { getComment } from '../../../domain/authoring/comments/comments.ts';
import { Authors, CommentOrder } from '../../../domain/authoring/comments/fields.ts';
import { listComments } from '../../../domain/authoring/comments/list.ts';
import { loadSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { builder } from '../../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { MemberConnection } from '../../people/members/member.ts';
import { takes } from '../../form-inputs.ts';
import { asParameter } from '../../member-names.ts';
import { Space } from '../spaces/space.ts';
import { Comment, CommentConnection, selectedParts } from './comment.ts';
import { CommentStatusFilterEnum } from './comment-types.ts';

const filterArgs = builder.args((t) => ({
  orderBy: t.field(takes(CommentOrder, 'The order; newest first when omitted.')),
  status: t.field({ type: CommentStatusFilterEnum, description: 'Only comments in this status; all when omitted.' }),
  pageId: t.id({ ...asParameter('targetPage'), description: 'Only comments on the page with this id.' }),
  authorIds: t.idList({
    ...asParameter('authors'),
    description: 'Only comments by the users with these ids.',
    validate: Authors,
  }),
}));

// These fields are nullable: if the caller may not read the comments of one space, the other spaces of a list remain.
builder.objectFields(Space, (t) => ({
  comments: t.field({
    type: CommentConnection,
    nullable: true,
    description: 'The comments on the space, newest first by default, without those in its change requests.',
    args: { ...pageArgs, ...filterArgs },
    resolve: async (space, { orderBy, status, pageId: targetPage, authorIds: authors, ...page }, ctx, info) =>
      toConnection(
        await listComments(
          ctx,
          { space, changeRequest: null },
          { order: orderBy?.direction, status, targetPage, authors, parts: selectedParts(info) },
          pageRequest(page),
        ),
      ),
  }),
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'A comment on the space by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: (space, { id }, ctx) => getComment(ctx, { id, spaceId: space.id }),
  }),
}));

builder.objectFields(ChangeRequest, (t) => ({
  comments: t.field({
    type: CommentConnection,
    nullable: true,
    description: 'The comments in the change request, newest first by default.',
    args: { ...pageArgs, ...filterArgs },
    resolve: async (changeRequest, { orderBy, status, pageId: targetPage, authorIds: authors, ...page }, ctx, info) => {
      const filter = { order: orderBy?.direction, status, targetPage, authors, parts: selectedParts(info) };
      const space = await loadSpace(ctx, changeRequest.spaceId);
      return toConnection(await listComments(ctx, { space, changeRequest }, filter, pageRequest(page)));
    },
  }),
  comment: t.field({
    type: Comment,
    nullable: true,
    description: 'A comment in the change request by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the comment.' }) },
    resolve: ({ spaceId, id: changeRequestId }, { id }, ctx) => getComment(ctx, { id, spaceId, changeRequestId }),
  }),
}));

const commentersOf = (what: string) =>
  `The members who commented ${what}, newest member first. Users who have left the organization are omitted.`;

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
      const space = await loadSpace(ctx, changeRequest.spaceId);
      return toConnection(await listCommenters(ctx, { space, changeRequest }, pageRequest(page, info)));
    },
  }),
);
