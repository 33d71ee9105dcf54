import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { isReviewOutdated, reviewColumns, reviewsJoined, type ReviewRow } from '../../loaders/reviews.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../context.ts';
import type { ReviewStatus } from './fields.ts';

/** What somebody says of a change request as a whole. Beyond 2c. */
export interface Review extends Omit<ReviewRow, 'status'> {
  readonly status: ReviewStatus;
  readonly spaceId: string;
}

/** The review of an id. Throws not_found when the caller may not see its change request, insufficient_scope. */
export async function getReview(ctx: Context, id: string): Promise<Review> {
  const row = await ctx.loaders.review.load(id);
  if (row === null) throw notFound('review', id);
  try {
    return reviewOf(row, await getChangeRequest(ctx, { id: row.changeRequestId }));
  } catch (error) {
    throw error instanceof DomainError && error.type === 'not_found' ? notFound('review', id) : error;
  }
}

/** A review of a change request that the caller has been authorized for, as after giving it. */
export async function readReview(ctx: Context, id: string, changeRequest: ChangeRequest): Promise<Review> {
  const row = await ctx.loaders.review.load(id);
  if (row === null) throw new Error(`There is no review ${id}`);
  return reviewOf(row, changeRequest);
}

interface ReviewFilter {
  readonly outdated?: boolean | null | undefined;
}

/** The reviews of a change request, newest first. Throws not_found, insufficient_scope. */
export async function listReviews(
  ctx: Context,
  { id }: ChangeRequest,
  { outdated = null }: ReviewFilter,
  page: PageRequest,
): Promise<Page<Review>> {
  const changeRequest = await getChangeRequest(ctx, { id });
  const found = await paginate<ReviewRow>(
    ctx,
    {
      name: 'reviews',
      filters: [id, outdated],
      select: reviewColumns,
      from: reviewsJoined,
      where: [
        sql`r."changeRequestId" = ${id}`,
        outdated === null ? null : sql`${isReviewOutdated} = ${outdated}::boolean`,
      ],
      sort: { by: 'r."createdAt"', type: 'timestamptz', id: 'r.id', columns: ['createdAt', 'id'] },
      direction: 'desc',
    },
    page,
  );
  return mapPage(found, (row) => reviewOf(row, changeRequest));
}

const reviewOf = (row: ReviewRow, { spaceId }: ChangeRequest): Review => ({
  ...row,
  status: row.status as ReviewStatus,
  spaceId,
});
