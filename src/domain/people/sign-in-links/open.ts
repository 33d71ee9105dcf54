import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { creationFor, type PasskeyCreation } from '../passkeys/add.ts';
import { countSignIn } from '../sign-in/attempts.ts';
import type { LinkPurpose } from './fields.ts';
import { refusedLink } from './links.ts';
import { findLink } from './queries.ts';

/** What a link is, for the page that opens it. */
export interface OpenedLink {
  readonly purpose: LinkPurpose;
  readonly displayName: string;
  /** Title of the organization that invites; null for other links. */
  readonly organizationTitle: string | null;
  readonly expiresAt: string;
  readonly creation: PasskeyCreation;
}

/**
 * Shows what a link is, and begins to make a passkey by it. It spends nothing: whatever opens or submits pages for people
 * has no authenticator, so it gets no further. Throws sign_in_refused, invalid_state, rate_limited.
 */
export async function openSignInLink(ctx: Context, { link }: { readonly link: string }): Promise<OpenedLink> {
  countSignIn(ctx);
  const found = await findLink(ctx.sql, hashSecret(link), ctx.now());
  if (found === null) throw refusedLink();
  const { purpose, displayName, organizationTitle, expiresAt, userId: id, address } = found;
  const use = { purpose: 'link', subject: found.hash } as const;
  const creation = await creationFor(ctx, { id, displayName, address, use });
  return { purpose, displayName, organizationTitle, expiresAt, creation };
}
