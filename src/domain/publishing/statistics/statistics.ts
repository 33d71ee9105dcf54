import { dayMs } from '../../../lib/instant.ts';
import { paginate } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import { authorizedSite, type SiteReference } from '../sites/sites.ts';
import type { SiteCounts } from './counts.ts';
import {
  addMissedSearches,
  addPageViews,
  deleteOldInsights,
  missedSearchesList,
  pageViewsList,
  type DaysFilter,
} from './queries.ts';

/** How often a page of a site was read on a day. */
export interface PageViews {
  readonly dayAt: string;
  readonly spaceId: string;
  readonly pageId: string;
  readonly views: number;
}

/** How often readers of a site searched for words on a day and found nothing. */
export interface MissedSearch {
  readonly dayAt: string;
  readonly query: string;
  readonly searches: number;
}

type DaysRequest = Omit<DaysFilter, 'siteId'> & PageRequest;

/** Lists the views of the pages of a site by day, newest first. Requires the role `create` on the site. */
export async function listPageViews(
  ctx: Context,
  reference: SiteReference,
  { from, until, ...page }: DaysRequest,
): Promise<Page<PageViews>> {
  const { id: siteId } = await authorizedSite(ctx, reference, 'viewInsights');
  return paginate<PageViews>(ctx, pageViewsList({ siteId, from, until }), page);
}

/** Lists the searches that found nothing by day, newest first. Requires the role `create` on the site. */
export async function listMissedSearches(
  ctx: Context,
  reference: SiteReference,
  { from, until, ...page }: DaysRequest,
): Promise<Page<MissedSearch>> {
  const { id: siteId } = await authorizedSite(ctx, reference, 'viewInsights');
  return paginate<MissedSearch>(ctx, missedSearchesList({ siteId, from, until }), page);
}

/** Stores what a process has counted. What cannot be stored stays counted, and the error is thrown. */
export async function storeCounts({ sql }: Pick<Context, 'sql'>, counts: SiteCounts): Promise<void> {
  const { pageViews, missedSearches } = counts.take();
  const left = { pageViews, missedSearches };
  try {
    if (pageViews.length > 0) await addPageViews(sql, pageViews);
    left.pageViews = [];
    if (missedSearches.length > 0) await addMissedSearches(sql, missedSearches);
    left.missedSearches = [];
  } finally {
    counts.putBack(left);
  }
}

const batchSize = 1_000;

/** Deletes feedback and statistics that are kept no longer. Returns their number. Several processes may run it concurrently. */
export async function purgeOldInsights({ sql, now, config }: Pick<Context, 'sql' | 'now' | 'config'>): Promise<number> {
  const before = new Date(now().getTime() - config.SITE_INSIGHTS_DAYS * dayMs);
  let purged = 0;
  for (;;) {
    // One batch after the other.
    const count = await deleteOldInsights(sql, before, batchSize);
    purged += count;
    if (count === 0) return purged;
  }
}
