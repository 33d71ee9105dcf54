import type { MovedPageRow } from '../../../loaders/content-links.ts';
import type { Context } from '../../core/context.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import { findPage } from '../../authoring/content/pages.ts';
import { findMovedFrom } from '../../authoring/content/queries/between.ts';
import { findPublicUrl } from '../sites/published-space.ts';
import { ownAddresses } from '../addresses/address.ts';
import type { Place } from './place.ts';

/** Finds where the visitor reads a page that was moved to another space from an address of the place; null when nowhere. */
export async function findMovedByPath(ctx: Context, place: Place, slugs: readonly string[]): Promise<string | null> {
  const moved = await findMovedFrom(ctx.sql, place.revision.spaceId, slugs.join('/'));
  return moved && findMovedUrl(ctx, place, moved);
}

/** Finds the same for a page that was in the space of the place. */
export async function findMovedById(ctx: Context, place: Place, pageId: string): Promise<string | null> {
  const moved = await ctx.loaders.movedPage.load(`${place.revision.spaceId} ${pageId}`);
  return moved && findMovedUrl(ctx, place, moved);
}

/** Its address on the site, where the visitor sees it there; else on a site that everyone may read. */
async function findMovedUrl(ctx: Context, place: Place, { pageId, toSpaceId }: MovedPageRow): Promise<string | null> {
  const siteSpace = place.structure.siteSpaces.find(({ space }) => space.id === toSpaceId);
  const base = siteSpace && place.urls.get(siteSpace.id);
  if (base === undefined) {
    const url = await findPublicUrl(ctx, toSpaceId);
    return url === null ? null : `${url}${ownAddresses}/pages/${pageId}`;
  }
  const page = await findPage(ctx, await getContent(ctx, toSpaceId), pageId);
  return page?.path ? `${base}${page.path.split('/').map(encodeURIComponent).join('/')}` : null;
}
