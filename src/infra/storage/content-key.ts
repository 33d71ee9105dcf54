import { createHash } from 'node:crypto';

/** `ab/cd/<sha256>`: two levels of directories from the digest's own first bytes. */
const CONTENT_KEY = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(?<digest>\1\2[0-9a-f]{60})$/;

/** The key under which this content is kept. */
export function contentKey(body: Buffer): string {
  const digest = createHash('sha256').update(body).digest('hex');
  return `${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest}`;
}

/** The SHA-256 (hex) in a key; throws `Error` on anything that is not a content key. */
export function digestOf(key: string): string {
  const digest = CONTENT_KEY.exec(key)?.groups?.['digest'];
  if (digest === undefined) {
    throw new Error(`"${key.slice(0, 100)}" is not a content key such as ab/cd/abcd…`);
  }
  return digest;
}

/** Throws `Error` unless the key is the one of this content. */
export function assertContent(key: string, body: Buffer): void {
  digestOf(key);
  const expected = contentKey(body);
  if (key !== expected) {
    throw new Error(`The content of key "${key}" belongs under "${expected}"`);
  }
}
