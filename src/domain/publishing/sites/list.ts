import { paginate } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { RankColumns } from '../../../access/queries/visible-resources.ts';
import { requireScope } from '../../../access/policy.ts';
import { roleOfRank } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import { sitesList, type SitesFilter } from './queries.ts';
import { authorizedSite, type ReadSite } from './sites.ts';
import { listParts } from '../structure/list-parts.ts';
import type { SiteSection, SiteSectionGroup, SiteSpace } from '../structure/structure.ts';

/** Lists the sites of an organization that the caller may read, newest first. */
export async function listSites(ctx: Context, filter: SitesFilter, page: PageRequest): Promise<Page<ReadSite>> {
  requireScope(ctx.actor, 'site:read');
  await getOrganization(ctx, filter.organizationId);
  const rows = await paginate<ReadSite & RankColumns>(ctx, sitesList(ctx.actor, filter), page);
  for (const row of rows.items) {
    const role = roleOfRank(row.rank);
    Object.assign(row, { role, level: roleOfRank(row.levelRank), reading: role === null ? 'guest' : 'member' });
  }
  return rows;
}

/** Lists the sections of a site that the caller may read, in navigation order. */
export const listSections = (ctx: Context, site: ReadSite, page: PageRequest): Promise<Page<SiteSection>> =>
  listParts(ctx, site, { kind: 'sections', name: 'site-sections', filters: [site.id] }, page);

/** Lists the site spaces of a site that the caller may read, in navigation order. `isDefault` null does not filter. */
export const listSiteSpaces = (
  ctx: Context,
  site: ReadSite,
  isDefault: boolean | null,
  page: PageRequest,
): Promise<Page<SiteSpace>> =>
  listParts(
    ctx,
    site,
    {
      kind: 'siteSpaces',
      name: 'site-spaces',
      filters: [site.id, isDefault],
      isListed: (one) => isDefault === null || ('isDefault' in one && one.isDefault === isDefault),
    },
    page,
  );

/** Lists the section groups of a site in order. For members of the site. Throws not_found. */
export async function listSectionGroups(
  ctx: Context,
  { id }: ReadSite,
  page: PageRequest,
): Promise<Page<SiteSectionGroup>> {
  const site = await authorizedSite(ctx, { id }, 'readStructure');
  return listParts(ctx, site, { kind: 'groups', name: 'site-section-groups', filters: [id] }, page);
}
