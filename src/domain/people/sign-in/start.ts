import { invalid } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { requireReturnUrl } from './return-address.ts';

/** Time limit for the sign-in at the identity provider, in milliseconds. */
export const signInLifetimeMs = 10 * 60_000;

const maxState = 500;

/** What a client gives to start a sign-in, by a provider of any kind. */
export interface SignInStart {
  readonly providerId: string;
  /** URL to which the browser returns with a code. */
  readonly returnTo: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  /** Returned unchanged with the code. */
  readonly state: string | null;
}

/** Validates what a client gives to start a sign-in. Throws validation_failed. */
export function requireSignInStart(ctx: Context, start: SignInStart) {
  const returnTo = requireReturnUrl(ctx, start.returnTo).href;
  if (start.codeChallengeMethod !== 'S256')
    throw invalid('query.code_challenge_method', 'query.code_challenge_method: must be "S256"');
  if (!/^[\w-]{43}$/.test(start.codeChallenge))
    throw invalid('query.code_challenge', 'query.code_challenge: must be a SHA-256 digest as base64url, 43 characters');
  if ((start.state?.length ?? 0) > maxState)
    throw invalid('query.state', `query.state: must have at most ${maxState} characters`);
  return { returnTo, codeChallenge: start.codeChallenge, state: start.state };
}

/** Who asks for a sign-in: where the browser returns to, and by what it is known again. */
export interface SignInAsked {
  readonly returnTo: string;
  readonly codeChallenge: string;
  readonly state: string | null;
  /** The site that a visitor signs in to; null for a sign-in of a user. */
  readonly siteId: string | null;
}
