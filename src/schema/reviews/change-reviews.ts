import { ChangeRequestSubject } from '../../domain/change-requests/fields.ts';
import { RequestedReviewers } from '../../domain/reviews/fields.ts';
import { cancelReviewRequest, requestReview, type RequestedReview } from '../../domain/reviews/request.ts';
import { submitReview } from '../../domain/reviews/submit.ts';
import { builder } from '../builder.ts';
import { changeRequestArgs, descriptionField } from '../change-requests/change-change-requests.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { CommentBodyInput } from '../comments/comment-inputs.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { RequestedReviewer, Review, ReviewStatusEnum } from './review.ts';

const SubmitReviewInput = builder.inputType('SubmitReviewInput', {
  description: 'What is said of a change request.',
  fields: (t) => ({
    status: t.field({ type: ReviewStatusEnum, required: true, description: 'What it comes to.' }),
    comment: t.field({ type: CommentBodyInput, description: 'Starts a thread with the review.' }),
  }),
});

const RequestReviewInput = builder.inputType('RequestReviewInput', {
  description: 'Who is asked for a review, and what they should know.',
  fields: (t) => ({
    users: t.idList({
      required: true,
      description: 'Ids of members who may see the space, 1 to 100; the author is none of them.',
      validate: RequestedReviewers,
    }),
    subject: t.string({
      description: 'What the change request is about, from now on.',
      validate: ChangeRequestSubject,
    }),
    ...descriptionField(t),
  }),
});

const RequestReviewPayload = builder.objectRef<RequestedReview>('RequestReviewPayload').implement({
  description: 'What `requestReview` answers.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The change request as it is now.' }),
    users: t.field({
      type: [RequestedReviewer],
      description: 'The people of the request.',
      resolve: ({ users }) => [...users],
    }),
  }),
});

builder.mutationFields((t) => ({
  submitReview: t.field({
    type: payloadType('SubmitReviewPayload', 'review', Review, 'The new review.'),
    description: 'Says of a change request that it can be merged or should be changed. Not for its author.',
    args: {
      ...changeRequestArgs,
      expectedRevision: t.arg.id({
        description: 'Refuse when the content has changed since: the id of the revision that was read.',
      }),
      input: t.arg({ type: SubmitReviewInput, required: true, description: 'What is said.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedRevision, input }, ctx) => ({
      review: await submitReview(ctx, { id, spaceId }, { ...input, expectedRevision }),
    }),
  }),
  requestReview: t.field({
    type: RequestReviewPayload,
    description: 'Asks people for a review of a change request, and opens a draft for it.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: RequestReviewInput, required: true, description: 'Who is asked.' }),
    },
    resolve: (_root, { changeRequestId: id, spaceId, expectedVersion, input }, ctx) =>
      requestReview(ctx, { id, spaceId }, { ...input, expectedVersion }),
  }),
  cancelReviewRequest: t.field({
    type: payloadType(
      'CancelReviewRequestPayload',
      'changeRequest',
      ChangeRequest,
      'The change request, for which the person is asked no more.',
    ),
    description: 'Takes back that somebody was asked for a review.',
    args: { ...changeRequestArgs, userId: t.arg.id({ required: true, description: 'Who was asked.' }) },
    resolve: async (_root, { changeRequestId: id, spaceId, userId }, ctx) => ({
      changeRequest: await cancelReviewRequest(ctx, { id, spaceId }, userId),
    }),
  }),
}));
