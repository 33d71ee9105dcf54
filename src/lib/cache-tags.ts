/**
 * The tags by which a renderer keeps an answer, and drops it when it is told that what the tag names has changed. See
 * docs/reference/sites.md#renderers.
 */
export const siteTag = (siteId: string): string => `site:${siteId}`;

export const spaceTag = (spaceId: string): string => `space:${spaceId}`;

export const specTag = (organizationId: string, slug: string): string =>
  `organization:${organizationId}:openapi:${slug}`;
