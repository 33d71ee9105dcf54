import type { Harness } from './harness.ts';
import { aShareLink } from './visitors-world.ts';

/** A redirect of a site to another address. */
export async function aRedirect(
  { platform }: Harness,
  siteId: string,
  source?: string,
  destination: object = { kind: 'url', url: 'https://example.org/' },
): Promise<string> {
  const id = platform.services.newId('red');
  await platform.db.prisma.siteRedirect.create({ data: { id, siteId, source: source ?? `/${id}`, destination } });
  return id;
}

/** One node of each kind among the settings of a site, by the name of its type. */
export const siteSettingsNodes = async (server: Harness, siteId: string) => ({
  SiteRedirect: await aRedirect(server, siteId),
  SiteShareLink: (await aShareLink(server, siteId)).id,
});
