import { paginate } from '../../../db/keyset.ts';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { OidcProviderRow } from '../../../loaders/oidc.ts';
import type { Context, Urls } from '../../core/context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import { providerUrl, type ProviderKey } from '../providers/providers.ts';
import { oidcProvidersList } from './queries.ts';

/** An OpenID Connect provider through which members of an organization sign in. */
export type OidcProvider = OidcProviderRow;

/** Gets an OpenID Connect provider. Requires `admin`. */
export async function getOidcProvider(ctx: Context, key: ProviderKey): Promise<OidcProvider> {
  await authorizedOrganization(ctx, key.organizationId, 'viewOidcProviders');
  return oidcProviderOf(ctx, key);
}

/** Gets a provider of the organization without authorization. Throws not_found. */
export async function oidcProviderOf(ctx: Context, { organizationId, providerId }: ProviderKey): Promise<OidcProvider> {
  const provider = await ctx.loaders.oidcProvider.load(providerId);
  if (provider === null || provider.organizationId !== organizationId)
    throw notFound('OpenID Connect provider', providerId);
  return provider;
}

/** Gets a provider of any organization of the caller by id. Requires `admin`. */
export async function getOidcProviderById(ctx: Context, id: string): Promise<OidcProvider> {
  const provider = await ctx.loaders.oidcProvider.load(id);
  const organization = provider && (await ctx.loaders.organization.load(provider.organizationId));
  if (provider === null || organization === null || organization.membership === null)
    throw notFound('OpenID Connect provider', id);
  await authorizedOrganization(ctx, organization.id, 'viewOidcProviders');
  return provider;
}

/** Lists the OpenID Connect providers of an organization, newest first. Requires `admin`. */
export async function listOidcProviders(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<OidcProvider>> {
  await authorizedOrganization(ctx, organizationId, 'viewOidcProviders');
  return paginate<OidcProvider>(ctx, oidcProvidersList(organizationId), page);
}

/** URLs of this service that the identity provider must know. */
export function oidcServiceUrls(urls: Urls, id: string) {
  const base = providerUrl(urls, { id, kind: 'oidc' });
  return { redirectURL: `${base}/callback`, startURL: `${base}/start` };
}

const ownerOf = (providerId: string) => `oidc:${providerId}/clientSecret`;

/** Encrypts the client secret of a provider. */
export const sealSecret = (ctx: Pick<Context, 'encryptionKey'>, id: string, secret: string): string =>
  encrypt(ctx.encryptionKey, secret, ownerOf(id));

/** Decrypts the client secret of a provider; null for a public client. */
export const openSecret = (
  ctx: Pick<Context, 'encryptionKey'>,
  { id, sealedSecret }: Pick<OidcProvider, 'id' | 'sealedSecret'>,
): string | null => (sealedSecret === null ? null : decrypt(ctx.encryptionKey, sealedSecret, ownerOf(id)));
