import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { maxVisitorTokenLength } from './fields.ts';

interface Clock {
  readonly now: Date;
  /** Tolerated clock skew of the signer, in seconds. */
  readonly toleranceSeconds?: number;
}

interface Verified {
  readonly payload: JWTPayload;
  readonly size: number;
}

/** Maximum number of token characters in the cache. A renderer sends the token of a visitor with each lookup. */
const maxCachedCharacters = 8_388_608;
const kept = new LRUCache<string, Verified>({ maxSize: maxCachedCharacters, sizeCalculation: ({ size }) => size });

/**
 * Verifies a JWT signed by HS256 that has not expired, and returns its payload; null for any other token, including
 * those without `exp`. Signatures are cached; times are checked by each call.
 */
export async function verifySignedPayload(token: string, key: Uint8Array, clock: Clock): Promise<JWTPayload | null> {
  if (token.length > maxVisitorTokenLength) return null;
  const id = hash('sha256', Buffer.concat([Buffer.from(`${key.length} `), key, Buffer.from(token)]), 'base64url');
  const known = kept.get(id);
  if (known) return isInTime(known.payload, clock) ? known.payload : null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['exp'],
      clockTolerance: clock.toleranceSeconds ?? 0,
      currentDate: clock.now,
    });
    kept.set(id, { payload, size: id.length + token.length });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Checks `exp` and `nbf` like jose, for a payload that jose has already verified. */
function isInTime({ exp = 0, nbf = 0 }: JWTPayload, { now, toleranceSeconds = 0 }: Clock): boolean {
  const seconds = Math.floor(now.getTime() / 1_000);
  return exp > seconds - toleranceSeconds && nbf <= seconds + toleranceSeconds;
}
