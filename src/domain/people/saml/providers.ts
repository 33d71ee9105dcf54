import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { SamlProviderRow } from '../../../loaders/saml.ts';
import type { Context, Urls } from '../../core/context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import type { ProviderStatus } from './fields.ts';
import { providerUrl, type ProviderKey } from '../providers/providers.ts';
import { samlProvidersList } from './queries.ts';

/** An identity provider through which members of an organization sign in. */
export type SamlProvider = SamlProviderRow;

/** Gets a SAML provider. Requires `admin`. */
export async function getSamlProvider(
  ctx: Context,
  { organizationId, providerId }: ProviderKey,
): Promise<SamlProvider> {
  await authorizedOrganization(ctx, organizationId, 'viewSamlProviders');
  return providerOf(ctx, { organizationId, providerId });
}

/** Gets a provider of the organization without authorization. Throws not_found. */
export async function providerOf(ctx: Context, { organizationId, providerId }: ProviderKey): Promise<SamlProvider> {
  const provider = await ctx.loaders.samlProvider.load(providerId);
  if (provider === null || provider.organizationId !== organizationId) throw notFound('SAML provider', providerId);
  return provider;
}

/** Gets a provider of any organization of the caller by id. Requires `admin`. */
export async function getSamlProviderById(ctx: Context, id: string): Promise<SamlProvider> {
  const provider = await ctx.loaders.samlProvider.load(id);
  const organization = provider && (await ctx.loaders.organization.load(provider.organizationId));
  if (provider === null || organization === null || organization.membership === null)
    throw notFound('SAML provider', id);
  await authorizedOrganization(ctx, organization.id, 'viewSamlProviders');
  return provider;
}

/** Lists the SAML providers of an organization, newest first. Requires `admin`. */
export async function listSamlProviders(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<SamlProvider>> {
  await authorizedOrganization(ctx, organizationId, 'viewSamlProviders');
  return paginate<SamlProvider>(ctx, samlProvidersList(organizationId), page);
}

/** The status of a provider. */
export const providerStatus = ({ active }: SamlProvider): ProviderStatus => (active ? 'active' : 'pending');

/** Whether entity id, sign-in URL and certificate are set, so that people can sign in. */
export const isComplete = (provider: Pick<SamlProvider, 'entityID' | 'ssoURL' | 'certificate'>): boolean =>
  provider.entityID !== null && provider.ssoURL !== null && provider.certificate !== null;

/** URLs of this service that the identity provider must know. */
export function serviceUrls(urls: Urls, id: string) {
  const entityID = providerUrl(urls, { id, kind: 'saml' });
  return { entityID, acsURL: `${entityID}/acs`, startURL: `${entityID}/start` };
}
