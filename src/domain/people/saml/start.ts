import { randomBytes } from 'node:crypto';
import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { loginOf } from '../providers/providers.ts';
import { requireSignInStart, signInLifetimeMs, type SignInAsked, type SignInStart } from '../sign-in/start.ts';
import { serviceUrls, providerStatus, type SamlProvider } from './providers.ts';
import { deleteExpired, findVisitorRequest } from './queries.ts';
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
  const id = await storeRequest(ctx, provider, { ...requireSignInStart(ctx, start), siteId: null });
  return requestOf(ctx, provider, { id });
}

/**
 * Stores the request of a visitor of a site and returns the URL to which the browser goes: that of the identity provider, or, where it
 * takes requests from a form, that of this service, whose page has the form. Throws not_found.
 */
export async function requestSamlSignIn(ctx: Context, providerId: string, asked: SignInAsked): Promise<string> {
  const provider = await getActiveProvider(ctx, providerId);
  const id = await storeRequest(ctx, provider, asked);
  if (provider.ssoBinding !== 'post') return (await requestOf(ctx, provider, { id, relayState: id })).url;
  const { startURL } = loginOf(ctx.urls, { ...provider, kind: 'saml' });
  return `${startURL}?${new URLSearchParams({ request: id })}`;
}

/** Gets the request of a visitor of a site again, which the browser posts to the identity provider. Throws not_found. */
export async function resumeSignIn(ctx: Context, providerId: string, id: string): Promise<SignInRequest> {
  const provider = await getActiveProvider(ctx, providerId);
  if ((await findVisitorRequest(ctx.sql, { id, providerId })) === null) throw notFound('sign-in', id);
  return requestOf(ctx, provider, { id, relayState: id });
}

/** Stores a request whose parts were validated, and returns its id. */
async function storeRequest(ctx: Context, provider: ActiveProvider, asked: SignInAsked): Promise<string> {
  const id = `_${randomBytes(20).toString('hex')}`;
  const now = ctx.now();
  await deleteExpired(ctx.sql, now);
  await ctx.db.samlRequest.create({
    data: {
      id,
      providerId: provider.id,
      ...asked,
      expiresAt: new Date(now.getTime() + signInLifetimeMs),
    },
  });
  return id;
}

interface Requested {
  readonly id: string;
  /** What comes back with the response, whatever that is: by it a visitor is led back whose response is refused. */
  readonly relayState?: string;
}

async function requestOf(
  ctx: Context,
  provider: ActiveProvider,
  { id, relayState = '' }: Requested,
): Promise<SignInRequest> {
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
  if (!isForm) return { url: await saml.getAuthorizeUrlAsync(relayState, undefined, {}), fields: null };
  const message = await saml.getAuthorizeMessageAsync(relayState, undefined, {});
  const fields = { SAMLRequest: String(message['SAMLRequest']) };
  return { url: provider.ssoURL, fields: relayState === '' ? fields : { ...fields, RelayState: relayState } };
}
