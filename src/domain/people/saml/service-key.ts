import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import type { Context } from '../../core/context.ts';

/**
 * Validity of certificates, in years. Long enough to avoid replacements; identity providers check the key and not the
 * date.
 */
const validYears = 20;

/** The stored key pair of this service for one provider. It signs requests and decrypts assertions. */
export interface ServiceKey {
  readonly serviceKey: string;
  readonly serviceCertificate: string;
}

/** Creates a key pair, with a self-signed certificate because SAML metadata publishes keys as certificates. */
export async function createServiceKey(
  ctx: Pick<Context, 'encryptionKey' | 'now'>,
  providerId: string,
): Promise<ServiceKey> {
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: pem,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const { default: forge } = await import('node-forge');
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // Positive, and without a leading zero byte, which DER forbids.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = ctx.now();
  certificate.validity.notAfter = new Date(ctx.now());
  certificate.validity.notAfter.setUTCFullYear(ctx.now().getUTCFullYear() + validYears);
  const name = [{ name: 'commonName', value: 'Octavo' }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.sign(forge.pki.privateKeyFromPem(pair.privateKey), forge.md.sha256.create());
  return {
    serviceKey: encrypt(ctx.encryptionKey, pair.privateKey, ownerOf(providerId)),
    serviceCertificate: forge.pki.certificateToPem(certificate).replaceAll('\r', ''),
  };
}

/** Decrypts the private key of a provider, as PEM. */
export const decryptPrivateKey = (
  ctx: Pick<Context, 'encryptionKey'>,
  { id, serviceKey }: Pick<ServiceKey, 'serviceKey'> & { readonly id: string },
): string => decrypt(ctx.encryptionKey, serviceKey, ownerOf(id));

const ownerOf = (providerId: string) => `saml:${providerId}/serviceKey`;
