import { isId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import {
  findContentStamp,
  findSiteStamp,
  findStampedSite,
  findStampedSpace,
  type PublishedContent,
} from './queries.ts';

interface PublishedSite {
  readonly organizationId: string;
  readonly siteId: string;
}

/**
 * Version stamp of the visitor's view of a published site. It changes with every write of a row of the site, its
 * structure, its appearance or its spaces. Null for a site that does not admit the visitor, and for users, whose access
 * depends on more rows. With `loads`, the statement also loads the site for the response.
 */
export async function siteStamp(
  { actor: { visitor }, sql, loaders }: Context,
  { organizationId, siteId }: PublishedSite,
  loads: boolean,
): Promise<string | null> {
  if (visitor?.siteId !== siteId || visitor.organizationId !== organizationId) return null;
  if (!loads) return (await findSiteStamp(sql, visitor))?.stamp ?? null;
  const found = await findStampedSite(sql, visitor);
  if (found === null) return null;
  const { stamp, ...site } = found;
  loaders.site.prime(siteId, site);
  return stamp;
}

/**
 * Version stamp of the content of a published space, which changes with its revision. Null for a space that the site
 * does not show, and for a replaced revision, which is readable only for a limited time.
 */
export async function contentStamp(
  { actor: { visitor }, sql, loaders }: Context,
  content: PublishedContent,
  loads: boolean,
): Promise<string | null> {
  if (visitor === undefined || !isId('spc', content.spaceId) || !isId('rev', content.revisionId)) return null;
  if (!loads) return (await findContentStamp(sql, visitor, content))?.stamp ?? null;
  const found = await findStampedSpace(sql, visitor, content);
  if (found === null) return null;
  const { stamp, ...space } = found;
  loaders.space.prime(content.spaceId, space);
  return stamp;
}
