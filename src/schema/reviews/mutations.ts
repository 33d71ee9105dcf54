import { ChangeRequestSubject } from '../../domain/change-requests/fields.ts';
import { RequestedReviewers } from '../../domain/reviews/fields.ts';
import { cancelReviewRequest, requestReview, type RequestedReview } from '../../domain/reviews/request.ts';
import { submitReview } from '../../domain/reviews/submit.ts';
import { builder } from '../builder.ts';
import { changeRequestArgs, descriptionField } from '../change-requests/mutations.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { CommentBodyInput } from '../comments/comment-inputs.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { RequestedReviewer, Review, ReviewStatusEnum } from './review.ts';

const SubmitReviewInput = builder.inputType('SubmitReviewInput', {
  description: 'A new review.',
  fields: (t) => ({
    status: t.field({ type: ReviewStatusEnum, required: true, description: 'The verdict.' }),
    comment: t.field({
      type: CommentBodyInput,
      description: 'A comment to post with the review. An empty body posts none.',
    }),
  }),
});

const RequestReviewInput = builder.inputType('RequestReviewInput', {
  description: 'A request for reviews.',
  fields: (t) => ({
    users: t.idList({
      required: true,
      description:
        'Ids of 1 to 100 members who can see the space. The author of the change request cannot be requested.',
      validate: RequestedReviewers,
    }),
    subject: t.string({
      description: 'A new subject for the change request.',
      validate: ChangeRequestSubject,
    }),
    ...descriptionField(t),
  }),
});

const RequestReviewPayload = builder.objectRef<RequestedReview>('RequestReviewPayload').implement({
  description: 'The result of `requestReview`.',
  fields: (t) => ({
    changeRequest: t.expose('changeRequest', { type: ChangeRequest, description: 'The updated change request.' }),
    users: t.field({
      type: [RequestedReviewer],
      description: 'The requested reviewers, in the order of the request.',
      resolve: ({ users }) => [...users],
    }),
  }),
});

builder.mutationFields((t) => ({
  submitReview: t.field({
    type: payloadType('SubmitReviewPayload', 'review', Review, 'The new review.'),
    description:
      'Submits a review of the active revision of a change request. Refused for its author, and for merged and archived change requests.',
    args: {
      ...changeRequestArgs,
      expectedRevision: t.arg.id({
        description:
          'Id of the reviewed revision. If it is no longer the active one, the mutation fails with `precondition_failed`.',
      }),
      input: t.arg({ type: SubmitReviewInput, required: true, description: 'The review.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedRevision, input }, ctx) => ({
      review: await submitReview(ctx, { id, spaceId }, { ...input, expectedRevision }),
    }),
  }),
  requestReview: t.field({
    type: RequestReviewPayload,
    description:
      'Requests reviews of a change request, and opens it if it is a draft. Refused for merged and archived change requests, and if more than 100 requests would be pending.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: RequestReviewInput, required: true, description: 'The request.' }),
    },
    resolve: (_root, { changeRequestId: id, spaceId, expectedVersion, input }, ctx) =>
      requestReview(ctx, { id, spaceId }, { ...input, expectedVersion }),
  }),
  cancelReviewRequest: t.field({
    type: payloadType(
      'CancelReviewRequestPayload',
      'changeRequest',
      ChangeRequest,
      'The change request without the review request.',
    ),
    description: 'Cancels the pending review request to a user. Refused when there is none.',
    args: { ...changeRequestArgs, userId: t.arg.id({ required: true, description: 'Id of the requested reviewer.' }) },
    resolve: async (_root, { changeRequestId: id, spaceId, userId }, ctx) => ({
      changeRequest: await cancelReviewRequest(ctx, { id, spaceId }, userId),
    }),
  }),
}));
