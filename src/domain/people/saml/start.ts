import { randomBytes } from 'node:crypto';
import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { requireSignInStart, signInLifetimeMs, type SignInStart } from '../sign-in/start.ts';
import { serviceUrls, providerStatus, type SamlProvider } from './providers.ts';
import { deleteExpired } from './queries.ts';
import { decryptPrivateKey } from './service-key.ts';

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

/** A request to an identity provider, which the browser takes there in the URL or in the fields of a form. */
export interface SignInRequest {
  readonly url: string;
  /** Null for a request in the URL. */
  readonly fields: Readonly<Record<string, string>> | null;
}

/**
 * Starts a sign-in: stores the request and returns it for the identity provider. Throws not_found, validation_failed.
 */
export async function startSignIn(ctx: Context, start: SignInStart): Promise<SignInRequest> {
  const provider = await getActiveProvider(ctx, start.providerId);
  const request = requireSignInStart(ctx, start);
  const id = `_${randomBytes(20).toString('hex')}`;
  const now = ctx.now();
  await deleteExpired(ctx.sql, now);
  await ctx.db.samlRequest.create({
    data: {
      id,
      providerId: provider.id,
      ...request,
      expiresAt: new Date(now.getTime() + signInLifetimeMs),
    },
  });
  return requestOf(ctx, provider, id);
}

async function requestOf(ctx: Context, provider: ActiveProvider, id: string): Promise<SignInRequest> {
  const { SAML } = await import('@node-saml/node-saml');
  const { entityID, acsURL } = serviceUrls(ctx.urls, provider.id);
  const isForm = provider.ssoBinding === 'post';
  const saml = new SAML({
    callbackUrl: acsURL,
    issuer: entityID,
    entryPoint: provider.ssoURL,
    idpCert: provider.certificate,
    generateUniqueId: () => id,
    // Only requests in a URL are compressed (SAML 2.0 Bindings, 3.4.4.1 and 3.5.4).
    skipRequestCompression: isForm,
    // The identity provider chooses the authentication method and the format of the name.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    ...(provider.signRequests ? { privateKey: decryptPrivateKey(ctx, provider), signatureAlgorithm: 'sha256' } : {}),
  });
  if (!isForm) return { url: await saml.getAuthorizeUrlAsync('', undefined, {}), fields: null };
  const message = await saml.getAuthorizeMessageAsync('', undefined, {});
  return { url: provider.ssoURL, fields: { SAMLRequest: String(message['SAMLRequest']) } };
}
