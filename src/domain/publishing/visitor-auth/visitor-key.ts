import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { decrypt, encrypt } from '../../../lib/encryption.ts';
import type { Context } from '../../core/context.ts';

type Keys = Pick<Context, 'encryptionKey'>;

const keyBytes = 32;

/** Generates a key that signs visitor tokens of a site. */
export const generateVisitorKey = (): string => randomBytes(keyBytes).toString('base64url');

/** Encrypts the visitor key of a site for storage. */
export const encryptVisitorKey = ({ encryptionKey }: Keys, siteId: string, key: string): string =>
  encrypt(encryptionKey, key, `site:${siteId}/visitor-key`);

const maxOpened = 1_000;
const opened = new WeakMap<Buffer, LRUCache<string, string>>();

/**
 * Decrypts the visitor key of a site. Recently used keys are cached, because every lookup of a signed-in visitor needs
 * one.
 */
export function decryptVisitorKey({ encryptionKey }: Keys, siteId: string, sealedKey: string): string {
  const known = opened.get(encryptionKey) ?? new LRUCache<string, string>({ max: maxOpened });
  opened.set(encryptionKey, known);
  const id = `${siteId} ${sealedKey}`;
  const key = known.get(id) ?? decrypt(encryptionKey, sealedKey, `site:${siteId}/visitor-key`);
  known.set(id, key);
  return key;
}

const shareKeyBytes = 18;

/** Generates the key of a share link, a URL segment. */
export const generateShareKey = (): string => randomBytes(shareKeyBytes).toString('base64url');

/** Encrypts the key of a share link for storage. */
export const encryptShareKey = ({ encryptionKey }: Keys, shareLinkId: string, key: string): string =>
  encrypt(encryptionKey, key, `share-link:${shareLinkId}/key`);

/** Decrypts the key of a share link. */
export const decryptShareKey = ({ encryptionKey }: Keys, shareLinkId: string, sealedKey: string): string =>
  decrypt(encryptionKey, sealedKey, `share-link:${shareLinkId}/key`);
