/**
 * Cache tags of resources. A renderer caches responses under their tags, and invalidates those of a tag when it is
 * notified of a change. See docs/reference/sites.md#renderers.
 */
export const siteTag = (siteId: string): string => `site:${siteId}`;

export const spaceTag = (spaceId: string): string => `space:${spaceId}`;

export const specTag = (organizationId: string, slug: string): string =>
  `organization:${organizationId}:openapi:${slug}`;
