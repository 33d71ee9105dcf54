import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** First byte of a sealed value, which identifies key and cipher. Version 1 is AES-256-GCM with the derived key. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a text for storage. `owner` identifies the row and column, such as `integration:slack/TOKEN`, and is
 * authenticated: a value copied to another row cannot be decrypted. The key has 32 bytes. The result is base64.
 */
export function encrypt(key: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData(owner));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(version), nonce, cipher.getAuthTag(), body]).toString('base64');
}

/**
 * Decrypts a result of `encrypt`. Throws when it was modified, belongs to another owner, or was encrypted with another
 * key.
 */
export function decrypt(key: Buffer, encrypted: string, owner: string): string {
  // Also accepts base64url, in which older versions stored the keys of sites.
  const sealed = Buffer.from(encrypted, 'base64');
  if (sealed[0] !== version) throw new Error(`Unknown version of an encrypted value: ${sealed[0]}`);
  const bodyStart = 1 + nonceBytes + tagBytes;
  const nonce = sealed.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(additionalData(owner))
    .setAuthTag(sealed.subarray(1 + nonceBytes, bodyStart));
  return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()]).toString('utf8');
}

const additionalData = (owner: string) => Buffer.concat([Buffer.of(version), Buffer.from(owner)]);
