import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds since 1970 in canonical decimal form. */
const secondsPattern = /^[1-9]\d{0,10}$/;

/**
 * Adds `expires` and `signature` to a download path. See docs/reference/urls.md#downloads.
 *
 * The secret should have 32 random bytes. `path` must not have a query.
 */
export function signPath(secret: Buffer, path: string, expiresAtSeconds: number): string {
  const expires = String(expiresAtSeconds);
  if (!secondsPattern.test(expires) || /[?#]/.test(path)) {
    throw new Error(`Cannot sign the path "${path}" until "${expires}"`);
  }
  return `${path}?expires=${expires}&signature=${signatureOf(secret, path, expires)}`;
}

/** Verifies the parsed query of a request for this path. Any other parameter makes it invalid. */
export function verifyPath(
  secret: Buffer,
  path: string,
  query: Readonly<Record<string, unknown>>,
  nowSeconds: number,
): 'ok' | 'expired' | 'invalid' {
  const { expires, signature, ...others } = query;
  if (typeof expires !== 'string' || typeof signature !== 'string') {
    return 'invalid';
  }
  if (!secondsPattern.test(expires) || Object.keys(others).length > 0) {
    return 'invalid';
  }
  if (!isEqual(signatureOf(secret, path, expires), signature)) {
    return 'invalid';
  }
  return Number(expires) > nowSeconds ? 'ok' : 'expired';
}

function signatureOf(secret: Buffer, path: string, expires: string): string {
  return createHmac('sha256', secret).update(`download\n${expires}\n${path}`).digest('base64url');
}

/** Compares the texts and not the decoded bytes, because base64 has several spellings of the same bytes. */
function isEqual(expected: string, given: string): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
