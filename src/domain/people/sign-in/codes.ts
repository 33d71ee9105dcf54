import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { requireReturnUrl } from '../saml/return-address.ts';
import { codeLifetimeMs } from './fields.ts';

/** The code of a finished sign-in, to be exchanged for a session. */
export interface SignInCode {
  readonly code: string;
  /** Where the browser goes with it; null when the client did not ask. */
  readonly returnURL: string | null;
}

/** Whom a code is for, and what the client that asked for it has sent. */
interface CodeRequest {
  readonly userId: string;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  readonly codeChallenge: string;
  readonly returnTo?: string | null | undefined;
  readonly state?: string | null | undefined;
}

/** Issues a code of a sign-in by a passkey, which names no provider. Throws validation_failed for an address elsewhere. */
export async function issueCode(
  ctx: Context,
  { userId, codeChallenge, returnTo, state }: CodeRequest,
): Promise<SignInCode> {
  const address = returnTo ? requireReturnUrl(ctx, returnTo, 'input.returnTo') : null;
  const code = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.now().getTime() + codeLifetimeMs);
  await ctx.db.signInCode.create({ data: { hash: hashSecret(code), userId, codeChallenge, expiresAt } });
  address?.searchParams.set('code', code);
  if (state) address?.searchParams.set('state', state);
  return { code, returnURL: address?.href ?? null };
}
