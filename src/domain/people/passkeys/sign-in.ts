import type * as z from 'zod';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { countFailure, countSignIn, requireFewFailures } from '../sign-in/attempts.ts';
import { issuePasskeyCode, type SignInCode } from '../sign-in/codes.ts';
import { newChallenge, spendChallenge } from './challenges.ts';
import { challengeLifetimeMs } from './fields.ts';
import type { SignInByPasskeyInput } from './inputs.ts';
import { requireRelyingParty } from './relying-party.ts';
import { refusedPasskey, verifyAssertion } from './verify.ts';

/** What a browser is asked to sign in a sign-in by a passkey. */
export interface PasskeyRequest {
  readonly challenge: string;
  readonly rpId: string;
  readonly timeoutMs: number;
}

/** Begins a sign-in by a passkey, for anyone. Throws invalid_state at an address without passkeys; rate_limited. */
export async function beginPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  const { id: rpId } = requireRelyingParty(ctx.urls);
  countSignIn(ctx);
  const challenge = await newChallenge(ctx, { purpose: 'sign-in', subject: '' });
  return { challenge, rpId, timeoutMs: challengeLifetimeMs };
}

/**
 * Signs in whoever holds a passkey, and returns a code for `POST /v1/sessions`. Throws sign_in_refused, validation_failed,
 * rate_limited.
 */
export async function signInByPasskey(
  outer: Context,
  { credential, ...client }: z.output<typeof SignInByPasskeyInput>,
): Promise<SignInCode> {
  const party = requireRelyingParty(outer.urls);
  countSignIn(outer);
  requireFewFailures(outer, credential.id);
  // Outside of the transaction, so that a refusal spends it, too.
  await spendChallenge(outer, credential, { purpose: 'sign-in', subject: '', party });
  return transact(outer, async (ctx) => {
    const where = { credentialId: credential.id };
    const known = await ctx.db.passkey.findUnique({ where, include: { user: { select: { organizationId: true } } } });
    if (known === null || known.user.organizationId !== null)
      throw refusedPasskey('nobody has it here. It may have been removed, or be of another service.');
    const counter = verifyAssertion(credential, known, party);
    // Authenticators that synchronize their passkeys do not count.
    if (counter !== 0 && BigInt(counter) <= known.counter)
      ctx.log.warn({ passkeyId: known.id }, 'The counter of a passkey has fallen: there may be a copy of it');
    await ctx.db.passkey.update({ where, data: { counter, lastUsedAt: ctx.now() }, select: { id: true } });
    return issuePasskeyCode(ctx, { userId: known.userId, ...client });
  }).catch((error: unknown) => {
    countFailure(outer, credential.id);
    throw error;
  });
}
