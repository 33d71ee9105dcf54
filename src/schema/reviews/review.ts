import { findReviewComment } from '../../domain/comments/comments.ts';
import { getChangeRequest } from '../../domain/change-requests/change-requests.ts';
import { reviewStatuses } from '../../domain/reviews/fields.ts';
import {
  listRequestedReviewers,
  type RequestedReviewer as RequestedReviewerModel,
} from '../../domain/reviews/requested-reviewers.ts';
import { getReview, listReviews, type Review as ReviewModel } from '../../domain/reviews/reviews.ts';
import { builder } from '../builder.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { Comment } from '../comments/comment.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { User } from '../users/user.ts';

export const ReviewStatusEnum = contractEnum('ReviewStatus', 'What a reviewer says.', reviewStatuses);

export const Review = builder.objectRef<ReviewModel>('ChangeRequestReview');

builder.node(Review, {
  description: 'What somebody says of a change request as a whole; it never changes.',
  id: { description: 'Id of the review.', resolve: (review) => review.id },
  loadOne: (id, ctx) => getReview(ctx, id),
  fields: (t) => ({
    status: t.expose('status', { type: ReviewStatusEnum, description: 'What it says.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision of the change request it speaks of.' }),
    outdated: t.exposeBoolean('outdated', {
      description:
        'Whether the content has changed since, or the reviewer has said something newer or was asked again.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given.' }),
    reviewer: t.field({
      type: User,
      nullable: true,
      description: 'Who gave it.',
      resolve: ({ reviewerId }, _args, ctx) => ctx.loaders.user.load(reviewerId),
    }),
    requestedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who had asked for it; null when nobody had.',
      resolve: ({ requestedById }, _args, ctx) =>
        requestedById === null ? null : ctx.loaders.user.load(requestedById),
    }),
    changeRequest: t.field({
      type: ChangeRequest,
      nullable: true,
      description: 'The change request.',
      resolve: ({ changeRequestId: id }, _args, ctx) => getChangeRequest(ctx, { id }),
    }),
    comment: t.field({
      type: Comment,
      nullable: true,
      description: 'The thread that it started; null without one, and for whoever may not read comments.',
      resolve: (review, _args, ctx) => findReviewComment(ctx, review),
    }),
  }),
});

const ReviewConnection = builder.connectionObject(
  {
    type: Review,
    name: 'ChangeRequestReviewConnection',
    interfaces: [Connection],
    description: 'A page of reviews.',
  },
  { name: 'ChangeRequestReviewEdge', description: 'A review in a list.' },
);

export const RequestedReviewer = builder.objectRef<RequestedReviewerModel>('RequestedReviewer').implement({
  description: 'Somebody who was asked for a review and has not given one since.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'Who was asked.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.user.load(userId),
    }),
    requestedBy: t.field({
      type: User,
      nullable: true,
      description: 'Who asked.',
      resolve: ({ requestedById }, _args, ctx) => ctx.loaders.user.load(requestedById),
    }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the revision of the change request at that time.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When they were asked, last.' }),
  }),
});

const RequestedReviewerConnection = builder.connectionObject(
  {
    type: RequestedReviewer,
    name: 'RequestedReviewerConnection',
    interfaces: [Connection],
    description: 'A page of requested reviewers.',
  },
  { name: 'RequestedReviewerEdge', description: 'A requested reviewer in a list.' },
);

builder.objectFields(ChangeRequest, (t) => ({
  reviews: t.field({
    type: ReviewConnection,
    description: 'What reviewers say of it, newest first.',
    args: {
      ...pageArgs,
      outdated: t.arg.boolean({ description: 'Only those that are outdated, or only those that are not.' }),
    },
    resolve: async (changeRequest, { outdated, ...page }, ctx, info) =>
      toConnection(await listReviews(ctx, changeRequest, { outdated }, pageRequest(page, info))),
  }),
  requestedReviewers: t.field({
    type: RequestedReviewerConnection,
    description: 'Who was asked for a review and has not given one since, last asked first.',
    args: { ...pageArgs },
    resolve: async (changeRequest, page, ctx, info) =>
      toConnection(await listRequestedReviewers(ctx, changeRequest, pageRequest(page, info))),
  }),
}));
