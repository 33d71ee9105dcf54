import * as z from 'zod';

/** What a reviewer says. Beyond 2c. */
export const reviewStatuses = {
  approved: 'It can be merged.',
  'changes-requested': 'It should be changed first.',
} as const;
export type ReviewStatus = keyof typeof reviewStatuses;

/** People who can be asked for a review of one change request at a time. */
export const maxRequestedReviewers = 100;

/** Ids of the people asked in one request. */
export const RequestedReviewers = z.array(z.string()).min(1).max(maxRequestedReviewers);
