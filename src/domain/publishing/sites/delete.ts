import { ofSite } from '../../core/events/emit.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockSite, type SiteReference } from './sites.ts';

interface DeletedSite {
  readonly id: string;
  readonly organizationId: string;
}

/** Deletes a site with its structure and settings, but not its spaces. Requires `admin`. Throws precondition_failed. */
export async function deleteSite(outer: Context, reference: SiteReference): Promise<DeletedSite> {
  return transact(outer, async (ctx) => {
    const site = await lockSite(ctx, reference, 'admin');
    const { id, organizationId } = site;
    await ctx.db.site.delete({ where: { id } });
    ctx.emit('site.deleted', ofSite(site));
    return { id, organizationId };
  });
}
