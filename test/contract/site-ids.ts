import { aRenderer, aSpace } from '../factories.ts';
import type { Harness } from '../harness.ts';
import { aSite, aSiteSpace } from '../site-factories.ts';

/** Creates the resources of the lists. */
export async function siteIds(server: Harness, organizationId: string) {
  const { id: siteId } = await aSite(server, organizationId);
  await aSiteSpace(server, { siteId, spaceId: (await aSpace(server, organizationId)).id });
  return { siteId, rendererId: await aRenderer(server, organizationId) };
}
