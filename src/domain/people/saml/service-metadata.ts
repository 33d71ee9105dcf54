import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { serviceUrls } from './providers.ts';
import { decryptPrivateKey } from './service-key.ts';

/** Creates the SAML metadata of this service for a provider. It is public. Throws not_found. */
export async function getServiceMetadata(ctx: Context, providerId: string): Promise<string> {
  const provider = await ctx.loaders.samlProvider.load(providerId);
  if (provider === null) throw notFound('SAML provider', providerId);
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const { entityID, acsURL } = serviceUrls(ctx.urls, providerId);
  const { serviceCertificate, signRequests } = provider;
  const key = decryptPrivateKey(ctx, provider);
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    identifierFormat: null,
    wantAssertionsSigned: true,
    generateUniqueId: () => `_${providerId}`,
    decryptionPvk: key,
    decryptionCert: serviceCertificate,
    ...(signRequests
      ? { privateKey: key, publicCerts: serviceCertificate, signatureAlgorithm: 'sha256' as const }
      : {}),
  });
}
