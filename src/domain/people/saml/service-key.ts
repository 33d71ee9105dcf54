import { generateKeyPair, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import type { Context } from '../../core/context.ts';
import { selfSigned } from './self-signed.ts';

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
  const notAfter = new Date(ctx.now());
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + validYears);
  return {
    serviceKey: encrypt(ctx.encryptionKey, pair.privateKey, ownerOf(providerId)),
    serviceCertificate: selfSigned(forge, {
      ...pair,
      commonName: 'Octavo',
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      notBefore: ctx.now(),
      notAfter,
    }),
  };
}

/** Decrypts the private key of a provider, as PEM. */
export const decryptPrivateKey = (
  ctx: Pick<Context, 'encryptionKey'>,
  { id, serviceKey }: Pick<ServiceKey, 'serviceKey'> & { readonly id: string },
): string => decrypt(ctx.encryptionKey, serviceKey, ownerOf(id));

const ownerOf = (providerId: string) => `saml:${providerId}/serviceKey`;
