import { createHash, randomBytes } from 'node:crypto';
import { encrypt } from '../../../lib/encryption.ts';
import { notFound } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { requireSignInStart, signInLifetimeMs, type SignInAsked, type SignInStart } from '../sign-in/start.ts';
import { configurationOf } from './configuration.ts';
import { oidcServiceUrls, type OidcProvider } from './providers.ts';
import { deleteExpiredRequests } from './queries.ts';

/** Gets an active provider of any organization, for a sign-in. Throws not_found. */
export async function activeOidcProvider(ctx: Context, id: string): Promise<OidcProvider> {
  const provider = await ctx.loaders.oidcProvider.load(id);
  if (provider === null || !provider.active) throw notFound('active OpenID Connect provider', id);
  return provider;
}

/** What the PKCE verifier of a sign-in is encrypted for. */
export const verifierOwner = (requestId: string): string => `sign-in:${requestId}/verifier`;

/**
 * Starts a sign-in by OpenID Connect: stores the request and returns the URL of the provider to which the browser goes. Throws
 * not_found, validation_failed; sign_in_refused when the provider cannot be reached.
 */
export async function startOidcSignIn(ctx: Context, start: SignInStart): Promise<string> {
  const provider = await activeOidcProvider(ctx, start.providerId);
  return requestSignIn(ctx, provider, { ...requireSignInStart(ctx, start), siteId: null });
}

/** Stores a request whose parts were validated, and returns the URL of the provider. Throws sign_in_refused. */
export async function requestSignIn(ctx: Context, provider: OidcProvider, asked: SignInAsked): Promise<string> {
  const configuration = await configurationOf(ctx, provider);
  const [state, nonce, verifier] = [0, 1, 2].map(() => randomBytes(32).toString('base64url')) as [
    string,
    string,
    string,
  ];
  const id = hashSecret(state);
  const now = ctx.now();
  await deleteExpiredRequests(ctx.sql, now);
  await ctx.db.signInRequest.create({
    data: {
      id,
      providerId: provider.id,
      nonce,
      sealedVerifier: encrypt(ctx.encryptionKey, verifier, verifierOwner(id)),
      ...asked,
      expiresAt: new Date(now.getTime() + signInLifetimeMs),
    },
  });
  const { buildAuthorizationUrl } = await import('openid-client');
  const { redirectURL } = oidcServiceUrls(ctx.urls, provider.id);
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectURL,
    scope: provider.scopes.join(' '),
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).href;
}
