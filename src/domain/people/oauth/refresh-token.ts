import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../lib/secret-token.ts';

/** A refresh token: a part that all those of a grant have, and a part of its own. */
export interface RefreshToken {
  readonly secret: string;
  /** SHA-256 of the common part, by which a token that was replaced still leads to its grant. */
  readonly family: string;
  /** SHA-256 of the whole. */
  readonly hash: string;
}

const form = /^ocr_([0-9a-f]{64})[0-9a-f]{64}$/;
const part = () => randomBytes(32).toString('hex');

function toToken(common: string, own: string): RefreshToken {
  const secret = `ocr_${common}${own}`;
  return { secret, family: hashSecret(common), hash: hashSecret(secret) };
}

/** Reads a refresh token; null for what cannot be one. */
export function readRefreshToken(secret: string): RefreshToken | null {
  const common = form.exec(secret)?.[1];
  return common === undefined ? null : toToken(common, secret.slice('ocr_'.length + common.length));
}

/** Makes the first refresh token of a grant. */
export const newRefreshToken = (): RefreshToken => toToken(part(), part());

/** Makes the token that replaces another one of the same grant. */
export const nextRefreshToken = ({ secret }: RefreshToken): RefreshToken =>
  toToken(secret.slice('ocr_'.length, 'ocr_'.length + 64), part());
