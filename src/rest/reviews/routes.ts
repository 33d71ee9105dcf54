import {
  GetRequestedReviewersByChangeRequestIdDocument,
  GetReviewsByChangeRequestIdDocument,
  RemoveRequestedReviewerFromChangeRequestDocument,
  RequestReviewersForChangeRequestDocument,
  SubmitChangeRequestReviewDocument,
  type RequestReviewersForChangeRequestMutation,
} from '../__generated__/operations.ts';
import { answer, created, listOf, noContent, route } from '../route.ts';
import { requestedReviewer, RequestedReviewers, review } from './resource.ts';

export const reviewRoutes = [
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    GetReviewsByChangeRequestIdDocument,
    listOf(review, (d) => d.space?.changeRequest?.reviews),
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/reviews',
    SubmitChangeRequestReviewDocument,
    created(review, (d) => d.submitReview.review),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    GetRequestedReviewersByChangeRequestIdDocument,
    listOf(requestedReviewer, (d) => d.space?.changeRequest?.requestedReviewers),
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers',
    RequestReviewersForChangeRequestDocument,
    answer(RequestedReviewers, (d: RequestReviewersForChangeRequestMutation) => ({
      users: d.requestReview.users.map(requestedReviewer.present),
    })),
  ),
  route(
    'DELETE /v1/spaces/{spaceId}/change-requests/{changeRequestId}/requested-reviewers/{userId}',
    RemoveRequestedReviewerFromChangeRequestDocument,
    noContent(205),
  ),
];
