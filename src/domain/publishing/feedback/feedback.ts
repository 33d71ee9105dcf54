import { dayMs } from '../../../lib/instant.ts';
import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { PageFeedbackRow } from '../../../loaders/site-settings.ts';
import type { Context } from '../../core/context.ts';
import type { EventSubject } from '../../core/events/emit.ts';
import { transact } from '../../core/transact.ts';
import { asNotFound } from '../sites/as-not-found.ts';
import { authorizedSite, lockSite, type SiteReference } from '../sites/sites.ts';
import type { PartOfSite } from '../structure/change.ts';
import { maxFeedbackPerDay, type PageRating } from './fields.ts';
import { feedbackList, insertFeedback, type FeedbackFilter } from './queries.ts';

/** What a reader thinks of a page, at the revision that the site showed. */
export interface PageFeedback extends Omit<PageFeedbackRow, 'rating'> {
  readonly rating: PageRating;
}

/** What a reader answers about a page that the site shows. */
export type GivenFeedback = Omit<PageFeedback, 'id' | 'createdAt'>;

/** Stores what a reader thinks of a page that the caller has found for that reader. Beyond a limit of the day it is dropped. */
export async function giveFeedback(
  outer: Context,
  { organizationId, ...given }: GivenFeedback & { readonly organizationId: string },
): Promise<void> {
  await transact(outer, async (ctx) => {
    const at = ctx.now();
    const limit = { since: new Date(at.getTime() - dayMs), max: maxFeedbackPerDay };
    const id = ctx.newId('fbk');
    const row = await insertFeedback(ctx.sql, { ...given, id, createdAt: at }, limit);
    if (row) ctx.emit('page_feedback.created', ofFeedback(organizationId, { ...given, id }), about(given));
  });
}

type Feedback = GivenFeedback & { readonly id: string };

/** Feedback as the subject of an event. */
const ofFeedback = (organizationId: string, { id, siteId, pageTitle }: Feedback): EventSubject => ({
  organizationId,
  id,
  label: pageTitle,
  siteId,
});

const about = ({ pageId, rating }: Pick<PageFeedbackRow, 'pageId' | 'rating'>) => ({ page: pageId, rating });

/** Lists the feedback of a site, newest first. Requires the role `create` on the site. Throws not_found, forbidden. */
export async function listFeedback(
  ctx: Context,
  reference: SiteReference,
  { pageId, rating, ...page }: Omit<FeedbackFilter, 'siteId'> & PageRequest,
): Promise<Page<PageFeedback>> {
  const { id: siteId } = await authorizedSite(ctx, reference, 'viewInsights');
  return paginate<PageFeedback>(ctx, feedbackList({ siteId, pageId, rating }), page);
}

/** Gets feedback by its id. Requires the role `create` on the site. Throws not_found. */
export async function getFeedback(ctx: Context, id: string): Promise<PageFeedback> {
  const row = await ctx.loaders.pageFeedback.load(id);
  if (row === null) throw notFound('page feedback', id);
  try {
    await authorizedSite(ctx, { id: row.siteId }, 'viewInsights');
  } catch (error) {
    throw asNotFound('page feedback', id, error);
  }
  return row as PageFeedback;
}

/** Deletes feedback, such as an insult, and returns its id. Requires the role `create` on the site. */
export async function deleteFeedback(
  outer: Context,
  { organizationId, siteId, feedbackId }: PartOfSite & { readonly feedbackId: string },
): Promise<string> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, { id: siteId, organizationId }, 'edit');
    const row = await ctx.loaders.pageFeedback.load(feedbackId);
    if (row === null || row.siteId !== site.id) throw notFound('page feedback', feedbackId);
    await ctx.db.pageFeedback.delete({ where: { id: row.id }, select: { id: true } });
    ctx.emit('page_feedback.deleted', ofFeedback(site.organizationId, row as PageFeedback), about(row));
    return row.id;
  });
}
