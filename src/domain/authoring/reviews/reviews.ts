import { paginate } from '../../../db/keyset.ts';
import { namedWhenNotFound, notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { ReviewRow } from '../../../loaders/reviews.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import type { ReviewStatus } from './fields.ts';
import { reviewsList } from './queries.ts';

/** A review of a change request. Reviews are immutable. */
export interface Review extends Omit<ReviewRow, 'status'> {
  readonly status: ReviewStatus;
  readonly spaceId: string;
}

/** Gets a review. Throws not_found, also when the caller may not see its change request; insufficient_scope. */
export async function getReview(ctx: Context, id: string): Promise<Review> {
  const row = await ctx.loaders.review.load(id);
  if (row === null) throw notFound('review', id);
  try {
    return reviewOf(row, await getChangeRequest(ctx, { id: row.changeRequestId }));
  } catch (error) {
    throw namedWhenNotFound(error, notFound('review', id));
  }
}

/** Gets a review of a change request to which the caller has been authorized. */
export async function readReview(ctx: TransactionContext, id: string, changeRequest: ChangeRequest): Promise<Review> {
  const row = await ctx.loaders.review.load(id);
  if (row === null) throw new Error(`There is no review ${id}`);
  return reviewOf(row, changeRequest);
}

interface ReviewFilter {
  /** Does not filter when omitted. */
  readonly outdated?: boolean | null | undefined;
}

/** Lists the reviews of a change request, newest first. */
export async function listReviews(
  ctx: Context,
  { id }: ChangeRequest,
  { outdated = null }: ReviewFilter,
  page: PageRequest,
): Promise<Page<Review>> {
  const changeRequest = await getChangeRequest(ctx, { id });
  const found = await paginate<ReviewRow>(ctx, reviewsList(id, outdated), page);
  return mapPage(found, (row) => reviewOf(row, changeRequest));
}

const reviewOf = (row: ReviewRow, { spaceId }: ChangeRequest): Review => ({
  ...row,
  status: row.status as ReviewStatus,
  spaceId,
});
