import { createHash } from 'node:crypto';
import { failure, invalid } from '../../../lib/errors.ts';
import type { Actor } from '../../../access/actor.ts';

const path = 'header.idempotency-key';

/** Throws validation_failed for a key that is not 1 to 255 printable ASCII characters. */
export function requireKey(key: string): void {
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return;
  throw failure('validation_failed', 'Idempotency-Key must be 1 to 255 printable ASCII characters', {
    details: [{ path, rule: 'pattern', message: '1 to 255 printable ASCII characters' }],
  });
}

/** The error for a request that cannot have a key. */
export const keyRefused = (why: string) => invalid(path, why, 'exclusive');

/**
 * The scope in which a key is unique: caller, permissions and operation. A narrower token never gets the stored
 * response of a wider one.
 */
export const scopeOfKey = ({ userId, organizationId, scopes }: Actor, ...operation: readonly unknown[]) =>
  requestDigest([userId, organizationId, scopes === 'all' ? scopes : [...scopes].toSorted(), ...operation]);

/** Digest of a value, independent of the order of object keys. */
export const requestDigest = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
