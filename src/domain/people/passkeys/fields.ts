import * as z from 'zod';
import { notBlank } from '../../../lib/not-blank.ts';

/** Maximum number of passkeys of one person. */
export const maxPasskeys = 20;

/** How long a challenge can be answered, in milliseconds. */
export const challengeLifetimeMs = 5 * 60_000;

/** How long after a sign-in by a passkey its session may add and remove passkeys, in milliseconds. */
export const recentMs = 10 * 60_000;

export const maxPasskeyName = 100;

export const PasskeyName = z
  .string()
  .min(1, { abort: true })
  .max(maxPasskeyName)
  .refine(...notBlank);

/** Bytes as base64url without padding, as browsers spell them. */
export const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url without padding');

/** Algorithms of COSE that are accepted, the preferred one first: ES256, whose keys every browser tells, EdDSA, RS256. */
export const algorithms: readonly number[] = [-7, -8, -257];

/** What a challenge is for: to sign in, to add a passkey to a user, or to make one by a link. */
export interface ChallengeUse {
  readonly purpose: 'sign-in' | 'add' | 'link';
  /** The id of the user, or the hash of the link; empty for a sign-in. */
  readonly subject: string;
}
