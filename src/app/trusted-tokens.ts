import { LRUCache } from 'lru-cache';
import { hashOf } from '../lib/secret-token.ts';

const max = 10_000;
const trustedForMs = 600_000;
const notedEveryMs = 60_000;

/** Credentials that were good lately, by hash. They let nobody in: what they stand for is asked again each time. */
export class TrustedTokens {
  readonly #hashes = new LRUCache<string, true>({ max, ttl: trustedForMs });
  readonly #noted = new LRUCache<string, true>({ max, ttl: notedEveryMs });

  note(tokenId: string, authorization: string): void {
    if (this.#noted.has(tokenId)) return;
    this.#noted.set(tokenId, true);
    this.#hashes.set(hashOf(authorization), true);
  }

  has(authorization: string): boolean {
    return this.#hashes.has(hashOf(authorization));
  }
}
