import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { PageFeedbackRow } from '../../../loaders/site-settings.ts';
import type { PageRating } from './fields.ts';

/** Filters of a list of feedback; null does not filter. */
export interface FeedbackFilter {
  readonly siteId: string;
  readonly pageId: string | null;
  readonly rating: PageRating | null;
}

/** Keyset list of `PageFeedbackRow` of a site, newest first. */
export const feedbackList = ({ siteId, pageId, rating }: FeedbackFilter): KeysetList => ({
  name: 'page-feedback',
  filters: [siteId, pageId, rating],
  select: raw('f.*'),
  from: raw('from page_feedback f'),
  where: [
    sql`f."siteId" = ${siteId}`,
    pageId === null ? null : sql`f."pageId" = ${pageId}`,
    rating === null ? null : sql`f.rating = ${rating}`,
  ],
  sort: { by: 'f."createdAt"', type: 'timestamptz', id: 'f.id' },
  direction: 'desc',
});

/** A row to insert. */
export type NewFeedback = Omit<PageFeedbackRow, 'createdAt'> & { readonly createdAt: Date };

/** Stores an answer, unless the site has had `max` of them since a time; null then. */
export const insertFeedback = (
  reader: Sql,
  given: NewFeedback,
  { since, max }: { readonly since: Date; readonly max: number },
): Promise<{ readonly id: string } | null> =>
  reader.first(sql`
    insert into page_feedback (id, "siteId", "spaceId", "pageId", "pageTitle", "revisionId", rating, comment, "createdAt")
    select ${given.id}, ${given.siteId}, ${given.spaceId}, ${given.pageId}, ${given.pageTitle}, ${given.revisionId},
      ${given.rating}, ${given.comment}, ${given.createdAt}::timestamptz
    where (select count(*) from page_feedback f
      where f."siteId" = ${given.siteId} and f."createdAt" > ${since}::timestamptz) < ${max}::int
    returning id`);
