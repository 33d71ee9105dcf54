import { findReviewComment } from '../../../domain/authoring/comments/comments.ts';
import { getChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { ReviewStatus } from '../../../domain/authoring/reviews/fields.ts';
import type { RequestedReviewer as RequestedReviewerModel } from '../../../domain/authoring/reviews/queries.ts';
import { listRequestedReviewers } from '../../../domain/authoring/reviews/requested-reviewers.ts';
import { getReview, listReviews, type Review as ReviewModel } from '../../../domain/authoring/reviews/reviews.ts';
import { builder } from '../../builder.ts';
import { ownId } from '../../plain-fields.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { Comment } from '../comments/comment.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { User } from '../../people/users/user.ts';

const ReviewStatusEnum = enumOf(ReviewStatus);

export const Review = builder.objectRef<ReviewModel>('ChangeRequestReview');

builder.node(Review, {
  description: 'A review of a change request. Reviews are immutable.',
  id: { description: 'Id of the review.', resolve: ownId },
  loadOne: (id, ctx) => getReview(ctx, id),
  fields: (t) => ({
    status: t.expose('status', { type: ReviewStatusEnum, description: 'The verdict.' }),
    revisionId: t.exposeID('revisionId', { description: 'Id of the reviewed revision of the change request.' }),
    outdated: t.exposeBoolean('outdated', {
      description:
        'Whether the content has changed since the review, or the reviewer submitted a newer review or was requested again.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the review.' }),
    reviewer: t.field({
      description: 'The user who submitted it; null when the account was deleted.',
      type: User,
      nullable: true,
      resolve: ({ reviewerId }, _args, ctx) => ctx.loaders.user.load(reviewerId),
    }),
    requestedBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who requested the review; null when it was not requested.',
      resolve: ({ requestedById }, _args, ctx) =>
        requestedById === null ? null : ctx.loaders.user.load(requestedById),
    }),
    changeRequest: t.field({
      description: 'The change request that was reviewed; null when the caller may not read it.',
      type: ChangeRequest,
      nullable: true,
      resolve: ({ changeRequestId: id }, _args, ctx) => getChangeRequest(ctx, { id }),
    }),
    comment: t.field({
      type: Comment,
      nullable: true,
      description:
        'The comment that was submitted with the review; null without one, and for callers who may not read comments.',
      resolve: (review, _args, ctx) => findReviewComment(ctx, review),
    }),
  }),
});

const ReviewConnection = connectionOf(Review, 'ChangeRequestReview', 'a review', 'reviews');

export const RequestedReviewer = builder.objectRef<RequestedReviewerModel>('RequestedReviewer').implement({
  description: 'A pending review request.',
  fields: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The requested reviewer.',
      resolve: ({ userId }, _args, ctx) => ctx.loaders.user.load(userId),
    }),
    requestedBy: t.field({
      type: User,
      nullable: true,
      description: 'The user who requested the review.',
      resolve: ({ requestedById }, _args, ctx) => ctx.loaders.user.load(requestedById),
    }),
    revisionId: t.exposeID('revisionId', {
      description: 'Id of the active revision of the change request at the time of the request.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the most recent request.' }),
  }),
});

const RequestedReviewerConnection = connectionOf(
  RequestedReviewer,
  'RequestedReviewer',
  'a requested reviewer',
  'requested reviewers',
);

builder.objectFields(ChangeRequest, (t) => ({
  reviews: t.field({
    type: ReviewConnection,
    description: 'The reviews, newest first.',
    args: {
      ...pageArgs,
      outdated: t.arg.boolean({
        description: 'Only outdated reviews (true), or only current ones (false); all when omitted.',
      }),
    },
    resolve: async (changeRequest, { outdated, ...page }, ctx, info) =>
      toConnection(await listReviews(ctx, changeRequest, { outdated }, pageRequest(page, info))),
  }),
  requestedReviewers: t.field({
    type: RequestedReviewerConnection,
    description: 'The pending review requests, most recent first. Users who have left the organization are omitted.',
    args: { ...pageArgs },
    resolve: async (changeRequest, page, ctx, info) =>
      toConnection(await listRequestedReviewers(ctx, changeRequest, pageRequest(page, info))),
  }),
}));
