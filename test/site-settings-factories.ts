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

/** Creates a node of each type among the settings of a site, by type name. */
export const siteSettingsNodes = async (server: Harness, siteId: string) => ({
  SiteRedirect: await aRedirect(server, siteId),
  SiteShareLink: (await aShareLink(server, siteId)).id,
});
