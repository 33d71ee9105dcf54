import { withInput } from '../../../lib/watched-inputs.ts';
import { RequestReviewInput, SubmitReviewInput } from '../../../domain/authoring/reviews/inputs.ts';
import { cancelReviewRequest, requestReview, type RequestedReview } from '../../../domain/authoring/reviews/request.ts';
import { submitReview } from '../../../domain/authoring/reviews/submit.ts';
import { builder } from '../../builder.ts';
import { changeRequestArgs } from '../change-requests/mutations.ts';
import { ChangeRequest } from '../change-requests/change-request.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { RequestedReviewer, Review } from './review.ts';

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

mutation('submitReview', {
  description:
    'Submits a review of the active revision of a change request. Refused for its author, and for merged and archived change requests.',
  args: {
    ...changeRequestArgs,
    ...builder.args((t) => ({
      expectedRevision: t.id({
        description:
          'Id of the reviewed revision. If it is no longer the active one, the mutation fails with `precondition_failed`.',
      }),
    })),
  },
  input: { form: SubmitReviewInput, description: 'The review.' },
  payload: shows('review', Review, 'The new review.'),
  resolve: (ctx, { changeRequestId: id, spaceId, expectedRevision, input }) =>
    submitReview(ctx, { id, spaceId }, withInput(input, { expectedRevision })),
});

mutation('requestReview', {
  description:
    'Requests reviews of a change request, and opens it if it is a draft. Refused for merged and archived change requests, and if more than 100 requests would be pending.',
  args: { ...changeRequestArgs, ...expectedVersionArg },
  input: { form: RequestReviewInput, description: 'The request.' },
  payload: RequestReviewPayload,
  resolve: (ctx, { changeRequestId: id, spaceId, expectedVersion, input }) =>
    requestReview(ctx, { id, spaceId }, withInput(input, { expectedVersion })),
});

mutation('cancelReviewRequest', {
  description: 'Cancels the pending review request to a user. Refused when there is none.',
  args: {
    ...changeRequestArgs,
    ...builder.args((t) => ({ userId: t.id({ required: true, description: 'Id of the requested reviewer.' }) })),
  },
  payload: shows('changeRequest', ChangeRequest, 'The change request without the review request.'),
  resolve: (ctx, { changeRequestId: id, spaceId, userId }) => cancelReviewRequest(ctx, { id, spaceId }, userId),
});
