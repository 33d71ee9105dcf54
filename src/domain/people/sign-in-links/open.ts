import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { creationFor } from '../passkeys/add.ts';
import { countSignIn } from '../sign-in/attempts.ts';
import { isInviteLink, showInviteLink } from './join-by-invite.ts';
import { refusedLink, type OpenedLink } from './links.ts';
import { findLink } from './queries.ts';

/**
 * Shows what a link is, and begins to make a passkey by it. It spends nothing: whatever opens or submits pages for people
 * has no authenticator, so it gets no further. Throws sign_in_refused, sso_required, invalid_state, rate_limited.
 */
export async function openSignInLink(ctx: Context, { link }: { readonly link: string }): Promise<OpenedLink> {
  countSignIn(ctx);
  if (isInviteLink(link)) return showInviteLink(ctx, link);
  const found = await findLink(ctx.sql, hashSecret(link), ctx.now());
  if (found === null) throw refusedLink();
  const { purpose, displayName, organizationTitle, expiresAt, userId: id, address } = found;
  const use = { purpose: 'link', subject: found.hash } as const;
  const creation = await creationFor(ctx, { id, displayName, address, use });
  return { purpose, displayName, organizationTitle, organizationId: null, expiresAt, creation };
}
