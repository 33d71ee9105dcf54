import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { SamlProviderRow } from '../../../loaders/saml.ts';
import type { Context, Urls } from '../../core/context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import type { ProviderStatus } from './fields.ts';
import { listActiveProviders, samlProvidersList } from './queries.ts';

/** An identity provider through which members of an organization sign in. */
export type SamlProvider = SamlProviderRow;

/** Identifies a provider of an organization. */
export interface ProviderKey {
  readonly organizationId: string;
  readonly providerId: string;
}

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

/** A way to sign in. */
export interface SsoLogin {
  readonly id: string;
  readonly label: string;
  /** URL at which a browser starts the sign-in. */
  readonly startURL: string;
}

/** Lists the active providers of an organization, oldest first, for every member. */
export async function listSsoLogins(ctx: Context, organizationId: string): Promise<SsoLogin[]> {
  await authorizedOrganization(ctx, organizationId, 'viewSsoLogins');
  return (await listActiveProviders(ctx.sql, organizationId)).map((provider) => loginOf(ctx.urls, provider));
}

/** The data of a provider that a person needs to sign in. */
export const loginOf = (urls: Urls, { id, label }: Pick<SamlProvider, 'id' | 'label'>): SsoLogin => ({
  id,
  label,
  startURL: serviceUrls(urls, id).startURL,
});

/** The status of a provider: active if entity id, sign-in URL and certificate are set. */
export const providerStatus = ({ entityID, ssoURL, certificate }: SamlProvider): ProviderStatus =>
  entityID !== null && ssoURL !== null && certificate !== null ? 'active' : 'pending';

/** URLs of this service that the identity provider must know. */
export function serviceUrls({ base }: Urls, providerId: string) {
  const entityID = `${base}/saml/${providerId}`;
  return { entityID, acsURL: `${entityID}/acs`, startURL: `${entityID}/start` };
}
