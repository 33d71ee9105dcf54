import { aSpace } from '../factories.ts';
import { aSite, aSiteSpace } from '../site-factories.ts';
import { aRedirect } from '../site-settings-factories.ts';
import { aShareLink } from '../visitors-world.ts';
import type { siteParams } from './authz-sites.ts';
import type { World } from './authz-world.ts';

const site = '/v1/orgs/{organizationId}/sites/{siteId}';

type Params = Readonly<Record<string, string>>;

export const siteSettingsParams: typeof siteParams = {
  siteRedirectId: ({ server }, { siteId = '' }) => aRedirect(server, siteId),
  hostname: async (world) => {
    const { id: siteId } = await aSite(world.server, world.organizationId);
    await aProvenHostname(world, { siteId });
    return hostnameOf(siteId);
  },
  shareLinkId: async ({ server }, { siteId = '' }) => (await aShareLink(server, siteId)).id,
};

const hostnameOf = (siteId: string) => `${siteId.slice(5).replaceAll(/[-_]/g, 'x').toLowerCase()}.docs.example.org`;

const redirect = { source: '/old', destination: { kind: 'url', url: 'https://example.org/new' } };

export const siteSettingsBodies: Readonly<Record<string, (world: World, params: Params) => unknown>> = {
  [`POST ${site}/redirects`]: () => redirect,
  [`PUT ${site}/custom-hostname`]: (_world, { siteId = '' }) => ({ hostname: hostnameOf(siteId) }),
  [`POST ${site}/search`]: () => ({ query: 'welcome' }),
  [`PUT ${site}/redirects`]: () => ({ redirects: [redirect] }),
  [`PATCH ${site}/redirects/{siteRedirectId}`]: () => redirect,
  [`POST ${site}/share-links`]: () => ({ name: 'For partners' }),
  [`PATCH ${site}/share-links/{shareLinkId}`]: () => ({ active: false }),
  [`PATCH ${site}/publishing/auth`]: () => ({ fallbackURL: null }),
  ...Object.fromEntries(
    ['PUT', 'PATCH'].flatMap((method) =>
      ['', '/site-spaces/{siteSpaceId}'].map((part) => [
        `${method} ${site}${part}/customization`,
        () => ({ styling: { theme: 'bold' } }),
      ]),
    ),
  ),
};

/** Creates a site that a renderer can be notified of. */
async function aSiteWithSpace({ server, organizationId }: World): Promise<void> {
  const { id: siteId } = await aSite(server, organizationId);
  await aSiteSpace(server, { siteId, spaceId: (await aSpace(server, organizationId)).id });
}

/** Creates a hostname that is verified by DNS. */
async function aProvenHostname({ server }: World, { siteId = '' }: Params): Promise<void> {
  const hostname = hostnameOf(siteId);
  server.txtRecords.set(`_octavo.${hostname}`, ['proof']);
  const data = { siteId, hostname, token: 'proof' };
  await server.platform.db.prisma.siteHostname.upsert({ where: { siteId }, create: data, update: {} });
}

export const siteSettingsPreparations = Object.fromEntries([
  ...['GET', 'POST', 'DELETE'].map((method) => [
    `${method} ${site}/custom-hostname${method === 'POST' ? '/verify' : ''}`,
    aProvenHostname,
  ]),
  ['POST /v1/orgs/{organizationId}/renderers/{rendererId}/revalidate', aSiteWithSpace],
]);

/** Query parameters with ids of the world. */
export const siteSettingsQueries: Readonly<Record<string, (world: World) => Record<string, string>>> = {
  'GET /v1/urls/content': ({ server, spaceId }) => ({ url: `${server.platform.services.urls.app}/spaces/${spaceId}` }),
};
