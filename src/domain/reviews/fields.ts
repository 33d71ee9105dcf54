import * as z from 'zod';

/** Verdict of a review. */
export const reviewStatuses = {
  approved: 'The change request can be merged.',
  'changes-requested': 'The change request should be changed first.',
} as const;
export type ReviewStatus = keyof typeof reviewStatuses;

/** Maximum number of pending review requests on one change request. */
export const maxRequestedReviewers = 100;

/** User ids of one request. */
export const RequestedReviewers = z.array(z.string()).min(1).max(maxRequestedReviewers);
