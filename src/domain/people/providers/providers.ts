import type { LoginProviderRow } from '../../../loaders/providers.ts';
import type { Context, Urls } from '../../core/context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import { listActiveProviders } from './queries.ts';

/** An identity provider through which members of an organization sign in, of any kind. */
export type LoginProvider = LoginProviderRow;

/** Identifies a provider of an organization. */
export interface ProviderKey {
  readonly organizationId: string;
  readonly providerId: string;
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
export const loginOf = (urls: Urls, provider: Pick<LoginProvider, 'id' | 'kind' | 'label'>): SsoLogin => ({
  id: provider.id,
  label: provider.label,
  startURL: `${providerUrl(urls, provider)}/start`,
});

/** The address of this service for a provider, below which its sign-ins begin and end. */
export const providerUrl = ({ base }: Urls, { id, kind }: Pick<LoginProvider, 'id' | 'kind'>): string =>
  `${base}/${kind}/${id}`;
