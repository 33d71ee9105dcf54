import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { challengeLifetimeMs, type ChallengeUse } from './fields.ts';
import { deleteExpiredChallenges, findChallenge, takeChallenge } from './queries.ts';
import type { RelyingParty } from './relying-party.ts';
import { challengeIn, refusedPasskey, type Credential } from './verify.ts';

/** Stores a challenge that can be answered once, within five minutes, and returns it. */
export async function newChallenge(ctx: Pick<Context, 'db' | 'sql' | 'now'>, use: ChallengeUse): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const now = ctx.now();
  await deleteExpiredChallenges(ctx.sql, now);
  const expiresAt = new Date(now.getTime() + challengeLifetimeMs);
  await ctx.db.passkeyChallenge.create({ data: { ...use, hash: hashSecret(challenge), expiresAt } });
  return challenge;
}

/**
 * Takes the challenge that a credential answers, which no other can answer afterwards, whatever is found out about this one.
 * Call it outside of a transaction that may be rolled back. Throws sign_in_refused.
 */
export async function spendChallenge(
  ctx: Pick<Context, 'sql' | 'now'>,
  credential: Credential,
  use: ChallengeUse & { readonly party: RelyingParty },
): Promise<void> {
  const type = use.purpose === 'sign-in' ? 'webauthn.get' : 'webauthn.create';
  const challenge = challengeIn(credential, type, use.party);
  const { purpose, subject } = use;
  if (!(await takeChallenge(ctx.sql, { hash: hashSecret(challenge), purpose, subject, now: ctx.now() })))
    throw refusedPasskey('its challenge was answered before, or five minutes have passed. Try again.');
}

/** Finds what the challenge is for that a new credential answers; null when it is unknown. It must be spent before that is believed. */
export const findSubject = async (
  { sql }: Pick<Context, 'sql'>,
  credential: Credential,
  party: RelyingParty,
): Promise<string | null> => {
  const found = await findChallenge(sql, hashSecret(challengeIn(credential, 'webauthn.create', party)));
  return found?.subject ?? null;
};
