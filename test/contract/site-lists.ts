import { aRenderer } from '../factories.ts';
import type { Harness } from '../harness.ts';
import { aSite } from '../site-factories.ts';

/** What the lists are of. */
export const siteIds = async (server: Harness, organizationId: string) => ({
  siteId: (await aSite(server, organizationId)).id,
  rendererId: await aRenderer(server, organizationId),
});

/** The way to each list of a site, and of the renderers of all sites. */
export const siteLists = [
  'site(id: $siteId) { sections',
  'site(id: $siteId) { sectionGroups',
  'site(id: $siteId) { siteSpaces',
  'site(id: $siteId) { redirects',
  'site(id: $siteId) { search(input: { query: "words" })',
  'site(id: $siteId) { shareLinks',
  'site(id: $siteId) { grants',
  'site(id: $siteId) { effectiveAccess',
  'organization(id: $organizationId) { renderers',
  'organization(id: $organizationId) { renderer(id: $rendererId) { deliveries',
];
