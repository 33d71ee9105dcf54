import * as z from 'zod';
import { choice, Id } from '../../../lib/form-types.ts';

/** Verdict of a review. */
export const reviewStatuses = {
  approved: 'The change request can be merged.',
  'changes-requested': 'The change request should be changed first.',
} as const;
export type ReviewStatus = keyof typeof reviewStatuses;
export const ReviewStatus = choice('ReviewStatus', 'The verdict of a review.', reviewStatuses);

/** Maximum number of pending review requests on one change request. */
export const maxRequestedReviewers = 100;

/** User ids of one request. */
export const RequestedReviewers = z.array(Id).min(1).max(maxRequestedReviewers);
