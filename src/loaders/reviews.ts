import type { ChangeRequestReview } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A review, with whether it is outdated. */
export interface ReviewRow extends Stored<ChangeRequestReview> {
  /** True when the content has changed, or the reviewer submitted a newer review or was requested again. */
  readonly outdated: boolean;
}

/** True when the review `r` of the change request `cr` is outdated. See docs/reference/states.md. */
export const isReviewOutdated = raw(`(r."revisionId" <> cr."revisionId" or exists (
    select from change_request_reviews newer where newer."changeRequestId" = r."changeRequestId"
      and newer."reviewerId" = r."reviewerId" and (newer."createdAt", newer.id) > (r."createdAt", r.id))
  or exists (select from requested_reviewers asked
    where asked."changeRequestId" = r."changeRequestId" and asked."userId" = r."reviewerId"))`);

export const reviewColumns = sql`r.*, ${isReviewOutdated} as outdated`;

export const reviewsJoined = raw(
  `from change_request_reviews r join change_requests cr on cr.id = r."changeRequestId"`,
);

export const reviewLoader = (reader: Sql) =>
  byKey<ReviewRow>(
    reader,
    (ids) => sql`select ${reviewColumns} ${reviewsJoined} where r.id = ${anyOf(ids)}`,
    (review) => review.id,
  );
