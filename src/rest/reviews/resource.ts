import * as z from 'zod';
import { reviewStatuses, type ReviewStatus } from '../../domain/reviews/fields.ts';
import type { RequestedReviewerFragment, ReviewFragment } from '../__generated__/operations.ts';
import { Comment, comment } from '../comments/resource.ts';
import type { Resource } from '../route.ts';
import { Timestamp } from '../shared/schemas.ts';
import { User, user } from '../users/resource.ts';

/** Beyond 2c, as the published client reads it. */
const Review = z
  .strictObject({
    object: z.literal('change-request-review'),
    id: z.string(),
    revision: z.string(),
    reviewer: User.optional(),
    requestedBy: User.optional(),
    status: z.enum(Object.keys(reviewStatuses) as [ReviewStatus, ...ReviewStatus[]]),
    outdated: z.boolean(),
    comment: Comment.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'ChangeRequestReview' });

interface WithComment {
  readonly comment?: Parameters<typeof comment.present>[0] | null | undefined;
}

export const review: Resource<ReviewFragment & WithComment, z.infer<typeof Review>> = {
  schema: Review,
  present: (node) => ({
    object: 'change-request-review',
    id: node.id,
    revision: node.revisionId,
    reviewer: node.reviewer ? user.present(node.reviewer) : undefined,
    requestedBy: node.requestedBy ? user.present(node.requestedBy) : undefined,
    status: node.status,
    outdated: node.outdated,
    comment: node.comment ? comment.present(node.comment) : undefined,
    createdAt: node.createdAt,
    // A review never changes.
    updatedAt: node.createdAt,
  }),
};

/** Beyond 2c; teams are not asked, so `kind` has one value. */
const RequestedReviewer = z
  .strictObject({
    object: z.literal('change-request-requested-reviewer'),
    kind: z.literal('user'),
    user: User.optional(),
    requestedBy: User.optional(),
    revision: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'ChangeRequestRequestedReviewer' });

export const requestedReviewer: Resource<RequestedReviewerFragment, z.infer<typeof RequestedReviewer>> = {
  schema: RequestedReviewer,
  present: (node) => ({
    object: 'change-request-requested-reviewer',
    kind: 'user',
    user: node.user ? user.present(node.user) : undefined,
    requestedBy: node.requestedBy ? user.present(node.requestedBy) : undefined,
    revision: node.revisionId,
    createdAt: node.createdAt,
  }),
};

/** The people of a request. */
export const RequestedReviewers = z
  .strictObject({ users: z.array(RequestedReviewer) })
  .meta({ id: 'RequestedReviewers' });
