import type * as Client from 'openid-client';
import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import type { ProviderKey } from '../providers/providers.ts';
import { discover, reasonOf } from './configuration.ts';
import { oidcProviderOf, oidcServiceUrls, type OidcProvider } from './providers.ts';

/** What is wrong with the settings of a provider, in words. */
export interface OidcCheck {
  readonly ok: boolean;
  readonly problems: readonly string[];
}

/**
 * Asks a provider whether the settings can work: what it publishes about itself, its keys, and whether it knows the client
 * id and the secret, for which it is asked to redeem a code that does not exist. Nobody is signed in. Requires `admin`.
 */
export async function checkOidcProvider(ctx: Context, key: ProviderKey): Promise<OidcCheck> {
  await authorizedOrganization(ctx, key.organizationId, 'manageOidcProviders');
  const provider = await oidcProviderOf(ctx, key);
  const problems = await listProblems(ctx, provider);
  return { ok: problems.length === 0, problems };
}

async function listProblems(ctx: Context, provider: OidcProvider): Promise<string[]> {
  let configuration: Client.Configuration;
  try {
    configuration = await discover(ctx, provider);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return [`${error.message}. Compare "issuer" with the value in ${wellKnown(provider.issuer)}.`];
  }
  const metadata = configuration.serverMetadata();
  const problems: string[] = [];
  if (metadata.authorization_endpoint === undefined) problems.push('The provider has no authorization endpoint.');
  const known = metadata.scopes_supported;
  const unknown = known === undefined ? [] : provider.scopes.filter((scope) => !known.includes(scope));
  if (unknown.length > 0)
    problems.push(`The provider does not know the scopes ${unknown.map((scope) => `"${scope}"`).join(', ')}.`);
  if (metadata.jwks_uri === undefined) problems.push('The provider publishes no keys ("jwks_uri").');
  else problems.push(...(await keyProblems(ctx, metadata.jwks_uri)));
  problems.push(...(await clientProblems(ctx, provider, configuration)));
  return problems;
}

const wellKnown = (issuer: string) => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;

async function keyProblems(ctx: Context, uri: string): Promise<string[]> {
  try {
    const { status, body } = await ctx.fetch(uri, { headers: {}, maxBodyBytes: 262_144, timeoutMs: 5_000 });
    const { keys } = JSON.parse(body.toString('utf8')) as { keys?: unknown };
    return status === 200 && Array.isArray(keys) && keys.length > 0
      ? []
      : ['The provider publishes no keys at "jwks_uri".'];
  } catch (error) {
    return [`The keys of the provider cannot be read: ${reasonOf(error)}.`];
  }
}

/** Redeems a code that does not exist: the refusal tells whether the client was known. */
async function clientProblems(
  ctx: Context,
  { id, sealedSecret }: OidcProvider,
  configuration: Client.Configuration,
): Promise<string[]> {
  const client = await import('openid-client');
  const { redirectURL } = oidcServiceUrls(ctx.urls, id);
  try {
    await client.genericGrantRequest(configuration, 'authorization_code', {
      code: 'octavo-check',
      redirect_uri: redirectURL,
      code_verifier: 'octavo-check-octavo-check-octavo-check-octavo',
    });
    return [];
  } catch (error) {
    const code = error instanceof client.ResponseBodyError ? error.error : null;
    if (
      code === 'invalid_client' ||
      code === 'unauthorized_client' ||
      error instanceof client.WWWAuthenticateChallengeError
    )
      return [
        sealedSecret === null
          ? 'The provider refuses the client id, or asks for a client secret: set "clientSecret".'
          : 'The provider refuses the client id or the client secret: compare both with the application there.',
      ];
    return code === null ? [`The token endpoint does not answer as expected: ${reasonOf(error)}.`] : [];
  }
}
