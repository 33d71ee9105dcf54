import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const form = /^(oc[upibsom])_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

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

/** Prefix of the tokens by which providers provision people. It is none of a token of the APIs, which never look such a token up. */
const scimPrefix = 'ocm';

/** Creates a secret: prefix, 256 random bits, checksum. See docs/reference/access.md#tokens. */
export const newSecret = (kind: TokenKind): string => secretOf(tokenPrefixes[kind]);

/** Creates the secret of a token of SCIM. */
export const newScimSecret = (): string => secretOf(scimPrefix);

function secretOf(prefix: string): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength);
  const start = `${prefix}_${body}`;
  return `${start}_${checksum(start)}`;
}

/** Verifies form and checksum, so that a typing error is rejected without a database query. */
export function isWellFormed(secret: string): boolean {
  const prefix = prefixOf(secret);
  return prefix !== null && prefix !== scimPrefix;
}

/** Whether a secret has the form of a token of SCIM, and its checksum is right. */
export const isScimSecret = (secret: string): boolean => prefixOf(secret) === scimPrefix;

/** The prefix of a secret; null when its form or its checksum is wrong. */
function prefixOf(secret: string): string | null {
  const [, prefix = '', body = '', sum] = form.exec(secret) ?? [];
  return sum !== undefined && sum === checksum(`${prefix}_${body}`) ? prefix : null;
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
