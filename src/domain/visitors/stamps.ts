import { isId } from '../../lib/ids.ts';
import type { Context } from '../context.ts';
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
 * A text that is the same as long as a visitor reads the same of a published site: it changes with every write of a row
 * that the site, its structure, its appearance or its spaces are made of. Null for a site that does not admit the visitor,
 * and for users, whose access depends on more. With `loads`, the statement loads the site too, for the answer.
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
 * The same for the content of a published space, which changes with its revision. Null for a space that the site does not
 * show at all, and for a revision that was replaced, which is shown for a limited time.
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
