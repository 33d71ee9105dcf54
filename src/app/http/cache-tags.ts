import { siteTag, spaceTag, specTag } from '../../lib/cache-tags.ts';

/** The parameters of a path that name what an answer is about. */
interface PathNames {
  readonly organizationId?: string;
  readonly siteId?: string;
  readonly spaceId?: string;
  readonly specSlug?: string;
}

/** The tags of an answer, by its path. Null for what has no tag. */
export function cacheTagsOf({ organizationId, siteId, spaceId, specSlug }: PathNames): string | null {
  const tags = [
    ...(siteId === undefined ? [] : [siteTag(siteId)]),
    ...(spaceId === undefined ? [] : [spaceTag(spaceId)]),
    ...(organizationId === undefined || specSlug === undefined ? [] : [specTag(organizationId, specSlug)]),
  ];
  return tags.length === 0 ? null : tags.join(',');
}
