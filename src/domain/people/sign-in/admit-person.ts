import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import type { LoginProvider } from '../providers/providers.ts';
import { provisionUser } from './admit.ts';
import { issueCode, returnUrl } from './codes.ts';
import { noteRefusal } from './refusals.ts';
import type { Vouched } from './vouched.ts';

/** A verified sign-in that awaits its code. */
interface SignedIn {
  readonly provider: LoginProvider;
  /** What the client started it with. */
  readonly request: { readonly returnTo: string; readonly state: string | null; readonly codeChallenge: string };
  /** End of the session at the identity provider, if it names one. */
  readonly sessionEndsAt: Date | null;
}

/**
 * Admits the person of a verified sign-in, and returns the URL to redirect the browser to: that of the request, with a code.
 * Throws sign_in_refused.
 */
export async function admitPerson(
  ctx: Context,
  { provider, request, sessionEndsAt }: SignedIn,
  person: Vouched,
): Promise<string> {
  const userId = await provisionUser(ctx, provider, person);
  const { codeChallenge, returnTo, state } = request;
  const code = await issueCode(ctx, { userId, providerId: provider.id, sessionEndsAt, codeChallenge });
  return returnUrl(returnTo, code, state);
}

/**
 * Notes in the audit log that somebody was refused for whom the identity provider vouches, and throws the refusal again: what
 * is not signed leaves no trace there.
 */
export const noting =
  (outer: Context, { organizationId, id, label }: LoginProvider) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof DomainError && error.type === 'sign_in_refused')
      await transact(outer, (ctx) => noteRefusal(ctx, { organizationId, id, label }, { reason: error.message }));
    throw error;
  };
