import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';

type Counting = Pick<Context, 'attempts' | 'config' | 'actor'>;

/** Refused answers to challenges of one passkey within a minute, after which it has to wait. */
const failuresAMinute = 10;

const tooMany = ({ attempts }: Counting, message: string) =>
  failure('rate_limited', message, { retryAfterSeconds: attempts.secondsLeft });

/** Counts a step of a sign-in against the limit of its address. Throws rate_limited. */
export function countSignIn(ctx: Counting): void {
  const { SIGN_INS_PER_MINUTE: limit } = ctx.config;
  if (ctx.attempts.add(`sign-in ${ctx.actor.tokenId}`) > limit)
    throw tooMany(ctx, `An address may begin and end ${limit} sign-ins a minute`);
}

const keyOf = (credentialId: string) => `passkey ${credentialId}`;

/** Throws rate_limited for a passkey that was refused too often. */
export function requireFewFailures(ctx: Counting, credentialId: string): void {
  if (ctx.attempts.count(keyOf(credentialId)) >= failuresAMinute)
    throw tooMany(ctx, 'This passkey was refused too often. Try again in a minute.');
}

/** Notes that a passkey was refused. */
export function countFailure(ctx: Counting, credentialId: string): void {
  ctx.attempts.add(keyOf(credentialId));
}
