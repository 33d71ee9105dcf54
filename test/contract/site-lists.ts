import { aRenderer, aSpace } from '../factories.ts';
import type { Harness } from '../harness.ts';
import { aSite, aSiteSpace } from '../site-factories.ts';

/** Creates the resources of the lists. */
export async function siteIds(server: Harness, organizationId: string) {
  const { id: siteId } = await aSite(server, organizationId);
  await aSiteSpace(server, { siteId, spaceId: (await aSpace(server, organizationId)).id });
  return { siteId, rendererId: await aRenderer(server, organizationId) };
}

/** Paths of the lists of a site, and of the renderers of all sites. */
export const siteLists = [
  'site(id: $siteId) { sections',
  'site(id: $siteId) { sectionGroups',
  'site(id: $siteId) { siteSpaces',
  'site(id: $siteId) { redirects',
  'site(id: $siteId) { search(input: { query: "words" })',
  'site(id: $siteId) { shareLinks',
  'site(id: $siteId) { grants',
  'site(id: $siteId) { effectiveAccess',
  'site(id: $siteId) { preview { hiddenBlocks',
  'organization(id: $organizationId) { renderers',
  'organization(id: $organizationId) { renderer(id: $rendererId) { deliveries',
];
