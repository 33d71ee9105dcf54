import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const form = /^(oc[upibso])_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** Prefix of a token by kind. */
export const tokenPrefixes = {
  user: 'ocu',
  bootstrap: 'ocb',
  integration: 'oci',
  installation: 'ocp',
  session: 'ocs',
  oauth: 'oco',
} as const;
export type TokenKind = keyof typeof tokenPrefixes;

/** Creates a secret: prefix, 256 random bits, checksum. See docs/reference/access.md#tokens. */
export function newSecret(kind: TokenKind): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength);
  const start = `${tokenPrefixes[kind]}_${body}`;
  return `${start}_${checksum(start)}`;
}

/** Verifies form and checksum, so that a typing error is rejected without a database query. */
export function isWellFormed(secret: string): boolean {
  const match = form.exec(secret);
  return match !== null && match[3] === checksum(`${match[1]}_${match[2]}`);
}

/**
 * Returns the hash that is stored for a secret. In one call, which makes no object that the garbage collector must follow.
 */
export const hashSecret = (secret: string) => hash('sha256', secret, 'hex');

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${alphabet[Number(rest % 62n)]}${text}`;
  return text;
}
