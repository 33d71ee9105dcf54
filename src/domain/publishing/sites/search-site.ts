import type * as z from 'zod';
import { mapPage, type PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import { nothingFound, searchSpaces, type ResultPage, type SpaceResult } from '../../authoring/search/search.ts';
import type { ReadSite } from './sites.ts';
import { loadStructure, type SiteSpace, type Structure } from '../structure/structure.ts';
import type { SearchSiteInput } from './inputs.ts';

type SiteSearch = z.output<typeof SearchSiteInput>;

/** A space of a site with its best matching pages. */
export interface SiteSpaceResult extends SpaceResult {
  /** The first site space in navigation order that shows the space, of those that were searched. */
  readonly siteSpace: SiteSpace | null;
}

/**
 * Searches the spaces of a site that the caller may read, ordered by their best page. Skips site spaces that the caller
 * may not see, even if the request names them. Throws insufficient_scope.
 */
export async function searchSite(
  ctx: Context,
  site: ReadSite,
  search: SiteSearch,
  page: PageRequest,
): Promise<ResultPage<SiteSpaceResult>> {
  const searched = listSiteSpaces(await loadStructure(ctx, site), search);
  // A share key reveals that spaces exist, but not their content.
  const spaces = searched.map(({ space }) => space).filter(({ role }) => role !== null);
  if (spaces.length === 0) return nothingFound;
  const results = await searchSpaces(ctx, { organizationId: site.organizationId, spaces }, search.query, page);
  const place = (result: SpaceResult) => searched.find(({ space }) => space.id === result.id) ?? null;
  const placed = mapPage(results, (result): SiteSpaceResult => ({ ...result, siteSpace: place(result) }));
  return { ...placed, corrections: results.corrections, leftOut: results.leftOut };
}

function listSiteSpaces(
  { siteSpaces }: Structure,
  { mode, siteSpaceId, siteSpaceIds }: SiteSearch,
): readonly SiteSpace[] {
  switch (mode ?? 'all') {
    case 'all':
      return siteSpaces;
    case 'default':
      return siteSpaces.filter(({ isDefault }) => isDefault);
    case 'current': {
      const current = siteSpaces.find(({ id }) => id === siteSpaceId);
      if (current === undefined) return [];
      return siteSpaces.filter(
        (one) => one.id === current.id || (one.isDefault && one.sectionId !== current.sectionId),
      );
    }
    case 'specific':
      return siteSpaces.filter(({ id }) => siteSpaceIds?.includes(id) ?? false);
  }
}
