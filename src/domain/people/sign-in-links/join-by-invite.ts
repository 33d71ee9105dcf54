import type * as z from 'zod';
import type { Actor } from '../../../access/actor.ts';
import { failure, invalid } from '../../../lib/errors.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { acceptInvite } from '../invites/join.ts';
import { creationFor, storePasskey } from '../passkeys/add.ts';
import { findSubject, spendChallenge } from '../passkeys/challenges.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { countSignIn } from '../sign-in/attempts.ts';
import { issuePasskeyCode, type SignInCode } from '../sign-in/codes.ts';
import { logForAccount } from '../users/account-events.ts';
import type { SignInByLinkInput } from './inputs.ts';
import { refusedLink, type OpenedLink } from './links.ts';
import { findInviteLink, type InviteLinkRow } from './queries.ts';

/** Whether the secret of a link is the id of an invite link, by which anybody joins. */
export const isInviteLink = (link: string): boolean => /^inv_[\w-]{20}$/.test(link);

async function openInvite({ sql }: Pick<Context, 'sql'>, id: string): Promise<InviteLinkRow> {
  const found = await findInviteLink(sql, id);
  if (found === null) throw refusedLink();
  if (found.sso)
    throw failure(
      'sso_required',
      'The organization requires single sign-on. Sign in through its identity provider to join.',
    );
  return found;
}

/** What the challenge of a new person is for: the invite link, and the id that the person gets. */
const subjectFor = (inviteId: string, userId: string) => `${inviteId} ${userId}`;

/** Shows an invite link, and begins to make a person by it who does not exist yet. It spends nothing. */
export async function showInviteLink(ctx: Context, id: string): Promise<OpenedLink> {
  const { organizationId, organizationTitle } = await openInvite(ctx, id);
  const userId = ctx.newId('usr');
  const use = { purpose: 'link', subject: subjectFor(id, userId) } as const;
  const creation = await creationFor(ctx, { id: userId, displayName: '', address: organizationTitle, use });
  return { purpose: 'invite-link', displayName: '', organizationTitle, organizationId, expiresAt: null, creation };
}

/**
 * Makes a person with a passkey, who joins by an invite link, and returns a code for `POST /v1/sessions`. Throws what joining by the link
 * throws; sign_in_refused, validation_failed, rate_limited.
 */
export async function joinByInvite(
  outer: Context,
  { link: inviteId, displayName, credential, ...client }: z.output<typeof SignInByLinkInput>,
): Promise<SignInCode> {
  const party = requireRelyingParty(outer.urls);
  countSignIn(outer);
  const { organizationId } = await openInvite(outer, inviteId);
  if (!displayName) throw invalid('input.displayName', 'input.displayName: is needed for a new person', 'required');
  const subject = (await findSubject(outer, credential, party)) ?? '';
  const userId = subject.split(' ').at(1) ?? '';
  await spendChallenge(outer, credential, { purpose: 'link', subject: subjectFor(inviteId, userId), party });
  return transact(outer, async (ctx) => {
    await ctx.db.user.create({ data: { id: userId, displayName, createdAt: ctx.now() }, select: { id: true } });
    await acceptInvite(actingAs(ctx, personOf(ctx, userId)), { organizationId, inviteId });
    const account = { userId, subjectId: userId, subjectLabel: displayName, actorId: userId };
    await logForAccount(ctx, { type: 'user.created', ...account });
    await storePasskey(ctx, { userId, name: null, credential, party });
    return issuePasskeyCode(ctx, { userId, ...client });
  });
}

const personOf = ({ actor }: Context, userId: string): Actor => ({
  userId,
  tokenId: actor.tokenId,
  scopes: 'all',
  organizationId: null,
  isInstanceAdmin: false,
});
