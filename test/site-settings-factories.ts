import type { Harness } from './harness.ts';
import { insert } from './insert.ts';
import { aShareLink } from './visitors-world.ts';

/** Creates a redirect of a site to another URL. */
export async function aRedirect(
  { platform }: Harness,
  siteId: string,
  source?: string,
  destination: object = { kind: 'url', url: 'https://example.org/' },
): Promise<string> {
  const id = platform.services.newId('red');
  await insert(platform, 'site_redirects', { id, siteId, source: source ?? `/${id}`, destination });
  return id;
}

/** Creates feedback of a reader about a page of a site. */
async function someFeedback({ platform }: Harness, siteId: string): Promise<string> {
  const { prisma } = platform.db;
  const { spaceId } = await prisma.siteSpace.findFirstOrThrow({ where: { siteId } });
  const { revisionId } = await prisma.space.findUniqueOrThrow({ where: { id: spaceId } });
  const id = platform.services.newId('fbk');
  const page = { pageId: platform.services.newId('pg'), pageTitle: 'Page' };
  await prisma.pageFeedback.create({
    data: { id, siteId, spaceId, ...page, revisionId: revisionId ?? '', rating: 'good' },
  });
  return id;
}

/** Creates a node of each type among the settings of a site, by type name. */
export const siteSettingsNodes = async (server: Harness, siteId: string) => ({
  SiteRedirect: await aRedirect(server, siteId),
  PageFeedback: await someFeedback(server, siteId),
  SiteShareLink: (await aShareLink(server, siteId)).id,
});
