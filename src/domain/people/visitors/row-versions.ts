import { isId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import {
  findContentVersions,
  findSiteVersions,
  findSiteWithVersions,
  findSpaceWithVersions,
  type PublishedContent,
} from './queries.ts';

interface PublishedSite {
  readonly organizationId: string;
  readonly siteId: string;
}

/**
 * Row versions of the visitor's view of a published site. They change with every write of a row of the site, its
 * structure, its appearance or its spaces. Null for a site that does not admit the visitor, and for users, whose access
 * depends on more rows. With `loads`, the statement also loads the site for the response.
 */
export async function loadSiteVersions(
  { actor: { visitor }, sql, loaders }: Context,
  { organizationId, siteId }: PublishedSite,
  loads: boolean,
): Promise<string | null> {
  if (visitor?.siteId !== siteId || visitor.organizationId !== organizationId) return null;
  if (!loads) return (await findSiteVersions(sql, visitor))?.versions ?? null;
  const found = await findSiteWithVersions(sql, visitor);
  if (found === null) return null;
  const { versions, ...site } = found;
  loaders.site.prime(siteId, site);
  return versions;
}

/**
 * Row versions of the content of a published space, which change with its revision. Null for a space that the site
 * does not show, and for a replaced revision, which is readable only for a limited time.
 */
export async function loadContentVersions(
  { actor: { visitor }, sql, loaders }: Context,
  content: PublishedContent,
  loads: boolean,
): Promise<string | null> {
  if (visitor === undefined || !isId('spc', content.spaceId) || !isId('rev', content.revisionId)) return null;
  if (!loads) return (await findContentVersions(sql, visitor, content))?.versions ?? null;
  const found = await findSpaceWithVersions(sql, visitor, content);
  if (found === null) return null;
  const { versions, ...space } = found;
  loaders.space.prime(content.spaceId, space);
  return versions;
}
