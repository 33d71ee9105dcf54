import { siteTag, spaceTag, specTag } from '../../lib/cache-tags.ts';

/** The path parameters that determine the cache tags of a response. */
interface PathNames {
  readonly organizationId?: string;
  readonly siteId?: string;
  readonly spaceId?: string;
  readonly specSlug?: string;
}

/** Returns the cache tags of a response, separated by commas, or null when it has none. */
export function findCacheTags({ organizationId, siteId, spaceId, specSlug }: PathNames): string | null {
  const tags = [
    ...(siteId === undefined ? [] : [siteTag(siteId)]),
    ...(spaceId === undefined ? [] : [spaceTag(spaceId)]),
    ...(organizationId === undefined || specSlug === undefined ? [] : [specTag(organizationId, specSlug)]),
  ];
  return tags.length === 0 ? null : tags.join(',');
}
