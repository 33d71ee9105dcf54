import { createHash } from 'node:crypto';

/** `ab/cd/<sha256>`: two levels of directories from the first bytes of the digest. */
const contentKeyPattern = /^([0-9a-f]{2})\/([0-9a-f]{2})\/(?<digest>\1\2[0-9a-f]{60})$/;

/** The storage key of a content. */
export const contentKey = (body: Buffer): string => storageKey(createHash('sha256').update(body).digest('hex'));

/** The storage key of a SHA-256 digest (hex). */
export const storageKey = (digest: string): string => `${digest.slice(0, 2)}/${digest.slice(2, 4)}/${digest}`;

/** The SHA-256 digest (hex) of a key. Throws `Error` for a malformed key. */
export function digestOfKey(key: string): string {
  const digest = contentKeyPattern.exec(key)?.groups?.['digest'];
  if (digest === undefined) {
    throw new Error(`"${key.slice(0, 100)}" is not a content key such as ab/cd/abcd…`);
  }
  return digest;
}

/** Throws `Error` unless the key matches the content. */
export function assertContent(key: string, body: Buffer): void {
  digestOfKey(key);
  const expected = contentKey(body);
  if (key !== expected) {
    throw new Error(`The content of key "${key}" belongs under "${expected}"`);
  }
}
