import { paginate } from '../../db/keyset.ts';
import { raw, sql } from '../../db/sql.ts';
import type { Stored } from '../../db/rows.ts';
import type { RequestedReviewer as RequestedReviewerModel } from '../../db/generated/client.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { getChangeRequest, type ChangeRequest } from '../change-requests/change-requests.ts';
import type { Context } from '../context.ts';

/** Somebody who was asked for a review and has not given one since. */
export type RequestedReviewer = Stored<RequestedReviewerModel>;

/** The requests `q` that still stand: whoever has left the organization is asked no more. */
const requestedReviewers = raw(`from requested_reviewers q join change_requests cr on cr.id = q."changeRequestId"
  join spaces s on s.id = cr."spaceId"
  join members m on m."organizationId" = s."organizationId" and m."userId" = q."userId"`);

/** How many people are asked for a review of a change request. */
export async function countRequestedReviewers(ctx: Context, changeRequestId: string): Promise<number> {
  const row = await ctx.sql.first<{ count: number }>(sql`
    select count(*)::int as count ${requestedReviewers} where q."changeRequestId" = ${changeRequestId}`);
  return row?.count ?? 0;
}

/**
 * Who was asked for a review of a change request and has not given one since, last asked first. Who has left the
 * organization is left out. Throws not_found, insufficient_scope. Beyond 2c.
 */
export async function listRequestedReviewers(
  ctx: Context,
  { id }: ChangeRequest,
  page: PageRequest,
): Promise<Page<RequestedReviewer>> {
  await getChangeRequest(ctx, { id });
  return paginate<RequestedReviewer>(
    ctx,
    {
      name: 'requested-reviewers',
      filters: [id],
      select: raw('q.*'),
      from: requestedReviewers,
      where: [sql`q."changeRequestId" = ${id}`],
      sort: { by: 'q."createdAt"', type: 'timestamptz', id: 'q."userId"', columns: ['createdAt', 'userId'] },
      direction: 'desc',
    },
    page,
  );
}
