/** The parameters of a path that name what an answer is about. */
interface PathNames {
  readonly organizationId?: string;
  readonly siteId?: string;
  readonly spaceId?: string;
  readonly specSlug?: string;
}

/**
 * The tags by which a renderer keeps an answer, and drops it when it is told that what the tag names has changed. Null
 * for what has no tag.
 */
export function cacheTagsOf({ organizationId, siteId, spaceId, specSlug }: PathNames): string | null {
  const tags = [
    ...(siteId === undefined ? [] : [`site:${siteId}`]),
    ...(spaceId === undefined ? [] : [`space:${spaceId}`]),
    ...(specSlug === undefined ? [] : [`organization:${organizationId}:openapi:${specSlug}`]),
  ];
  return tags.length === 0 ? null : tags.join(',');
}
