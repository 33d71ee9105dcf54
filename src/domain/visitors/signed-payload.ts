import { hash } from 'node:crypto';
import { errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { maxVisitorTokenLength } from './fields.ts';

interface Clock {
  readonly now: Date;
  /** Seconds by which the clock of the signer may differ from ours. */
  readonly toleranceSeconds?: number;
}

interface Verified {
  readonly payload: JWTPayload;
  readonly size: number;
}

/** Characters of tokens whose payloads are kept. A renderer sends the token of a visitor with each look-up. */
const maxKept = 8_388_608;
const kept = new LRUCache<string, Verified>({ maxSize: maxKept, sizeCalculation: ({ size }) => size });

/**
 * The payload of a JWT that was signed with the key by HS256 and has not expired; null for any other. No other algorithm
 * is accepted, and a token without `exp` is not either. A signature is checked once; the times with each call.
 */
export async function signedPayload(token: string, key: Uint8Array, clock: Clock): Promise<JWTPayload | null> {
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

/** As jose checks `exp` and `nbf`, which are numbers in a payload that it has verified. */
function isInTime({ exp = 0, nbf = 0 }: JWTPayload, { now, toleranceSeconds = 0 }: Clock): boolean {
  const seconds = Math.floor(now.getTime() / 1_000);
  return exp > seconds - toleranceSeconds && nbf <= seconds + toleranceSeconds;
}
