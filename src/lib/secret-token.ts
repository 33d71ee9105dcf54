import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const bodyLength = 43;
const checksumLength = 6;
const form = /^(oc[upib])_([0-9A-Za-z]{43})_([0-9A-Za-z]{6})$/;

/** What a token starts with, by its kind. */
export const tokenPrefixes = { user: 'ocu', bootstrap: 'ocb', integration: 'oci', installation: 'ocp' } as const;
export type TokenKind = keyof typeof tokenPrefixes;

/** A new secret: prefix, 256 random bits, checksum. Decisions 5.1. */
export function newSecret(kind: TokenKind): string {
  const body = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), bodyLength);
  const start = `${tokenPrefixes[kind]}_${body}`;
  return `${start}_${checksum(start)}`;
}

/** False for anything with a typo, without a look at the database. */
export function isWellFormed(secret: string): boolean {
  const match = form.exec(secret);
  return match !== null && match[3] === checksum(`${match[1]}_${match[2]}`);
}

/** What is stored of a secret. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

const checksum = (text: string) => base62(BigInt(crc32(text)), checksumLength);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${alphabet[Number(rest % 62n)]}${text}`;
  return text;
}
