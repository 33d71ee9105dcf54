import type { KeysetList } from '../../../db/keyset.ts';
import type { RequestedReviewer as RequestedReviewerModel } from '../../../db/generated/client.ts';
import type { Stored } from '../../../db/rows.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import { effectiveRanks, type Resource } from '../../../access/queries/member-ranks.ts';
import { isReviewOutdated, reviewColumns, reviewsJoined } from '../../../loaders/reviews.ts';

/** A pending review request. */
export type RequestedReviewer = Stored<RequestedReviewerModel>;

/** Keyset list of `ReviewRow` of a change request, newest first. A null `outdated` does not filter. */
export const reviewsList = (changeRequestId: string, outdated: boolean | null): KeysetList => ({
  name: 'reviews',
  filters: [changeRequestId, outdated],
  select: reviewColumns,
  from: reviewsJoined,
  where: [
    sql`r."changeRequestId" = ${changeRequestId}`,
    outdated === null ? null : sql`${isReviewOutdated} = ${outdated}::boolean`,
  ],
  sort: { by: 'r."createdAt"', type: 'timestamptz', id: 'r.id', columns: ['createdAt', 'id'] },
  direction: 'desc',
});

/** FROM item `q`: pending requests to current members of the organization. */
const pendingRequests = raw(`from requested_reviewers q join change_requests cr on cr.id = q."changeRequestId"
  join spaces s on s.id = cr."spaceId"
  join members m on m."organizationId" = s."organizationId" and m."userId" = q."userId"`);

/** Keyset list of `RequestedReviewer` of a change request, most recent first. */
export const requestedReviewersList = (changeRequestId: string): KeysetList => ({
  name: 'requested-reviewers',
  filters: [changeRequestId],
  select: raw('q.*'),
  from: pendingRequests,
  where: [sql`q."changeRequestId" = ${changeRequestId}`],
  sort: { by: 'q."createdAt"', type: 'timestamptz', id: 'q."userId"', columns: ['createdAt', 'userId'] },
  direction: 'desc',
});

/** Counts the pending review requests of a change request. */
export async function countRequestedReviewers(reader: Sql, changeRequestId: string): Promise<number> {
  const row = await reader.first<{ count: number }>(sql`
    select count(*)::int as count ${pendingRequests} where q."changeRequestId" = ${changeRequestId}`);
  return row?.count ?? 0;
}

interface ReviewRequests {
  readonly changeRequestId: string;
  readonly userIds: readonly string[];
  readonly requestedById: string;
  /** The active revision of the change request. */
  readonly revisionId: string;
  readonly createdAt: Date;
}

/** Inserts review requests, replacing a pending request to the same user. */
export async function upsertRequestedReviewers(
  reader: Sql,
  { changeRequestId, userIds, requestedById, revisionId, createdAt }: ReviewRequests,
): Promise<void> {
  await reader.rows(sql`
    insert into requested_reviewers ("changeRequestId", "userId", "requestedById", "revisionId", "createdAt")
    select ${changeRequestId}, asked.id, ${requestedById}, ${revisionId}, ${createdAt.toISOString()}::timestamptz
    from unnest(${userIds}::text[]) asked(id)
    on conflict ("changeRequestId", "userId") do update set "requestedById" = excluded."requestedById",
      "revisionId" = excluded."revisionId", "createdAt" = excluded."createdAt"
    returning ${raw('1')}`);
}

/** Reads the review requests to the given users, in the order of `userIds`. */
export const findRequestedReviewers = (
  reader: Sql,
  changeRequestId: string,
  userIds: readonly string[],
): Promise<RequestedReviewer[]> =>
  reader.rows<RequestedReviewer>(sql`
    select q.* from requested_reviewers q
    where q."changeRequestId" = ${changeRequestId} and q."userId" = any(${userIds}::text[])
    order by array_position(${userIds}::text[], q."userId")`);

/** Returns those users who can read a space, a collection or a site of an organization. */
export async function listUsersWhoCanRead(
  reader: Sql,
  { organizationId, resource }: { readonly organizationId: string; readonly resource: Resource },
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ranks = effectiveRanks(organizationId, resource);
  const rows = await reader.rows<{ userId: string }>(sql`
    ${ranks.with} select held."userId" ${ranks.from} where held.rank >= 1 and held."userId" = any(${userIds}::text[])`);
  return new Set(rows.map(({ userId }) => userId));
}
