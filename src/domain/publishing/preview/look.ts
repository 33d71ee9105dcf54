import { tokenParameter } from '../../people/visitors/fields.ts';
import type { Context } from '../../core/context.ts';
import { findVisit } from '../addresses/visit.ts';
import type { Customization } from '../customization/merge.ts';
import { loadPage } from '../published-pages/load-page.ts';
import { asVisitor, loadPlace, pageIn, withChange, type Place } from '../published-pages/place.ts';
import type { LoadedPage, ShownPage } from '../published-pages/shown.ts';
import type { SiteReference } from '../sites/sites.ts';
import { findPreviewUrl } from './preview.ts';

/** The first page of a site with a change of its settings. */
export interface Look {
  readonly place: Place;
  readonly page: ShownPage;
  readonly loaded: LoadedPage;
}

/** A change of the settings of a site that is not stored. */
export interface LookRequest extends SiteReference {
  readonly siteSpaceId?: string | null | undefined;
  readonly change: Customization;
}

/**
 * Loads what a visitor without claims would see first, with a change of the settings that is not stored. Null for a site without pages, and for
 * callers who may not open its preview. Throws not_found.
 */
export async function loadLook(ctx: Context, { change, ...request }: LookRequest): Promise<Look | null> {
  const found = await findPreviewUrl(ctx, request);
  if (found === null) return null;
  const url = new URL(found);
  const jwtToken = url.searchParams.get(tokenParameter) ?? '';
  url.search = '';
  const visit = await findVisit(ctx, { url: url.href, visitor: { jwtToken }, withVersions: true });
  if (visit?.kind !== 'visit') return null;
  const seeing = asVisitor(ctx, visit);
  const place = await withChange(seeing, await loadPlace(seeing, visit), change);
  const [first] = place.documents;
  if (first === undefined) return null;
  const page = pageIn(place, first);
  return { place, page, loaded: await loadPage(seeing, { place, visit }, page, false) };
}
