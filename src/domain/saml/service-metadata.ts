import { notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { serviceOf } from './providers.ts';
import { privateKeyOf } from './service-key.ts';

/** The metadata of this service for an identity provider, which anybody may read. Throws not_found. */
export async function serviceMetadata(ctx: Context, providerId: string): Promise<string> {
  const provider = await ctx.loaders.samlProvider.load(providerId);
  if (provider === null) throw notFound('SAML provider', providerId);
  const { generateServiceProviderMetadata } = await import('@node-saml/node-saml');
  const { entityID, acsURL } = serviceOf(ctx.urls, providerId);
  const { serviceCertificate, signRequests } = provider;
  const key = privateKeyOf(ctx, provider);
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
