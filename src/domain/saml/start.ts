import { randomBytes } from 'node:crypto';
import { invalid, notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { serviceOf, providerStatus, type SamlProvider } from './providers.ts';
import { deleteExpired } from './queries.ts';
import { returnAddress } from './return-address.ts';
import { privateKeyOf } from './service-key.ts';

/** Time a person has to sign in at the identity provider, in milliseconds. */
const requestLifetimeMs = 10 * 60_000;

const maxState = 500;

export interface SignInStart {
  readonly providerId: string;
  /** Where the browser returns to with a code. */
  readonly returnTo: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  /** Returned unchanged together with the code. */
  readonly state: string | null;
}

/** The provider, when people can sign in by it. Throws not_found. */
export async function activeProvider(ctx: Context, id: string): Promise<ActiveProvider> {
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
 * Begins a sign-in: remembers the request and returns the URL at the identity provider. Throws not_found,
 * validation_failed.
 */
export async function startSignIn(ctx: Context, start: SignInStart): Promise<string> {
  const provider = await activeProvider(ctx, start.providerId);
  const returnTo = returnAddress(ctx, start.returnTo);
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
  const { entityID, acsURL } = serviceOf(ctx.urls, provider.id);
  const saml = new SAML({
    callbackUrl: acsURL,
    issuer: entityID,
    entryPoint: provider.ssoURL,
    idpCert: provider.certificate,
    generateUniqueId: () => id,
    // The identity provider decides how people sign in and which name it sends.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(provider.signRequests ? { privateKey: privateKeyOf(ctx, provider), signatureAlgorithm: 'sha256' } : {}),
  });
  return saml.getAuthorizeUrlAsync('', undefined, {});
}
