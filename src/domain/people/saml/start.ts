import { randomBytes } from 'node:crypto';
import { invalid, notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { serviceUrls, providerStatus, type SamlProvider } from './providers.ts';
import { deleteExpired } from './queries.ts';
import { requireReturnUrl } from './return-address.ts';
import { decryptPrivateKey } from './service-key.ts';

/** Time limit for the sign-in at the identity provider, in milliseconds. */
const requestLifetimeMs = 10 * 60_000;

const maxState = 500;

export interface SignInStart {
  readonly providerId: string;
  /** URL to which the browser returns with a code. */
  readonly returnTo: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  /** Returned unchanged with the code. */
  readonly state: string | null;
}

/** Gets an active provider. Throws not_found. */
export async function getActiveProvider(ctx: Context, id: string): Promise<ActiveProvider> {
  const provider = await ctx.loaders.samlProvider.load(id);
  if (provider === null || providerStatus(provider) !== 'active') throw notFound('active SAML provider', id);
  const { entityID, ssoURL, certificate } = provider;
  return { ...provider, entityID: entityID ?? '', ssoURL: ssoURL ?? '', certificate: certificate ?? '' };
}

export interface ActiveProvider extends SamlProvider {
  readonly entityID: string;
  readonly ssoURL: string;
  readonly certificate: string;
}

/**
 * Starts a sign-in: stores the request and returns a URL at the identity provider. Throws not_found, validation_failed.
 */
export async function startSignIn(ctx: Context, start: SignInStart): Promise<string> {
  const provider = await getActiveProvider(ctx, start.providerId);
  const returnTo = requireReturnUrl(ctx, start.returnTo);
  if (start.codeChallengeMethod !== 'S256')
    throw invalid('query.code_challenge_method', 'query.code_challenge_method: must be "S256"');
  if (!/^[\w-]{43}$/.test(start.codeChallenge))
    throw invalid('query.code_challenge', 'query.code_challenge: must be a SHA-256 digest as base64url, 43 characters');
  if ((start.state?.length ?? 0) > maxState)
    throw invalid('query.state', `query.state: must have at most ${maxState} characters`);
  const id = `_${randomBytes(20).toString('hex')}`;
  const now = ctx.now();
  await deleteExpired(ctx.sql, now);
  await ctx.db.samlRequest.create({
    data: {
      id,
      providerId: provider.id,
      returnTo: returnTo.href,
      state: start.state,
      codeChallenge: start.codeChallenge,
      expiresAt: new Date(now.getTime() + requestLifetimeMs),
    },
  });
  return requestUrl(ctx, provider, id);
}

async function requestUrl(ctx: Context, provider: ActiveProvider, id: string): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const { entityID, acsURL } = serviceUrls(ctx.urls, provider.id);
  const saml = new SAML({
    callbackUrl: acsURL,
    issuer: entityID,
    entryPoint: provider.ssoURL,
    idpCert: provider.certificate,
    generateUniqueId: () => id,
    // The identity provider chooses the authentication method and the format of the name.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(provider.signRequests ? { privateKey: decryptPrivateKey(ctx, provider), signatureAlgorithm: 'sha256' } : {}),
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}
