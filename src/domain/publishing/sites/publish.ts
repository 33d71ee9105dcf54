import { ofSite } from '../../core/events/emit.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { authorizedSite, lockSite, type ReadSite, type SiteReference } from './sites.ts';

/**
 * Publishes a site to the audience of its visibility. Requires `admin`. Throws precondition_failed for a site without
 * spaces.
 */
export const publishSite = (ctx: Context, reference: SiteReference): Promise<ReadSite> =>
  setPublished(ctx, reference, true);

/** Unpublishes a site with immediate effect. Requires `admin`. */
export const unpublishSite = (ctx: Context, reference: SiteReference): Promise<ReadSite> =>
  setPublished(ctx, reference, false);

async function setPublished(outer: Context, reference: SiteReference, published: boolean): Promise<ReadSite> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, reference, 'admin');
    if (site.published === published) return site;
    if (published && site.siteSpaces === 0)
      throw failure('precondition_failed', 'A site without spaces cannot be published');
    const now = ctx.now();
    await ctx.db.site.update({
      where: { id: site.id },
      data: { published, ...(published ? { publishedAt: now } : {}), version: { increment: 1 }, updatedAt: now },
    });
    ctx.emit(published ? 'site.published' : 'site.unpublished', ofSite(site));
    return authorizedSite(ctx, { id: site.id }, 'view');
  });
}
