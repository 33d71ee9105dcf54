import { randomBytes } from 'node:crypto';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { codeLifetimeMs } from './fields.ts';
import { requireReturnUrl } from './return-address.ts';

/** The code of a finished sign-in, to be exchanged for a session. */
export interface SignInCode {
  readonly code: string;
  /** Where the browser goes with it; null when the client did not ask. */
  readonly returnURL: string | null;
}

/** Whom a code is for, and the client that can exchange it. */
interface CodeRequest {
  readonly userId: string;
  /** The provider that vouches for the user; null for a sign-in by a passkey. */
  readonly providerId: string | null;
  /** End of the session at the identity provider, if it names one. */
  readonly sessionEndsAt: Date | null;
  /** SHA-256 of the verifier, base64url (RFC 7636). */
  readonly codeChallenge: string;
}

/** Stores a code of a finished sign-in, and returns it. */
export async function issueCode(ctx: Context, request: CodeRequest): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const expiresAt = new Date(ctx.now().getTime() + codeLifetimeMs);
  await ctx.db.signInCode.create({ data: { ...request, hash: hashSecret(code), expiresAt } });
  return code;
}

/** The URL by which a browser brings a code to the client. `returnTo` is an address that was validated. */
export function returnUrl(returnTo: string, code: string, state: string | null): string {
  const address = new URL(returnTo);
  address.searchParams.set('code', code);
  if (state !== null) address.searchParams.set('state', state);
  return address.href;
}

/** What a client sends with a sign-in by a passkey. */
interface PasskeyRequest {
  readonly userId: string;
  readonly codeChallenge: string;
  readonly returnTo?: string | null | undefined;
  readonly state?: string | null | undefined;
}

/** Issues a code of a sign-in by a passkey, which names no provider. Throws validation_failed for an address elsewhere. */
export async function issuePasskeyCode(
  ctx: Context,
  { userId, codeChallenge, returnTo, state }: PasskeyRequest,
): Promise<SignInCode> {
  const address = returnTo ? requireReturnUrl(ctx, returnTo, 'input.returnTo').href : null;
  const code = await issueCode(ctx, { userId, providerId: null, sessionEndsAt: null, codeChallenge });
  return { code, returnURL: address === null ? null : returnUrl(address, code, state ?? null) };
}
