import type * as z from 'zod';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { ofMember } from '../members/events.ts';
import { storePasskey } from '../passkeys/add.ts';
import { spendChallenge } from '../passkeys/challenges.ts';
import { requireRelyingParty } from '../passkeys/relying-party.ts';
import { countSignIn } from '../sign-in/attempts.ts';
import { issuePasskeyCode, type SignInCode } from '../sign-in/codes.ts';
import { endSessionsOf } from '../sessions/end.ts';
import type { SignInByLinkInput } from './inputs.ts';
import { isInviteLink, joinByInvite } from './join-by-invite.ts';
import { refusedLink } from './links.ts';
import { findLink, lockLink, type LinkRow } from './queries.ts';

/**
 * Makes a passkey by a link, which is spent by that with all other links of the person, and returns a code for
 * `POST /v1/sessions`. An invite link makes another person each time. A recovery ends the sessions that there are. Throws sign_in_refused, validation_failed, rate_limited.
 */
export async function signInByLink(outer: Context, input: z.output<typeof SignInByLinkInput>): Promise<SignInCode> {
  const { link, displayName, credential, ...client } = input;
  if (isInviteLink(link)) return joinByInvite(outer, input);
  const party = requireRelyingParty(outer.urls);
  countSignIn(outer);
  const subject = hashSecret(link);
  const opened = await findLink(outer.sql, subject, outer.now());
  if (opened === null) throw refusedLink();
  await spendChallenge(outer, credential, { purpose: 'link', subject, party });
  const code = await transact(outer, async (ctx) => {
    if (opened.organizationId !== null) await lockTree(ctx, opened.organizationId);
    const found = await lockLink(ctx.sql, subject, ctx.now());
    if (found === null) throw refusedLink();
    const { userId } = found;
    if (found.purpose === 'invitation') await acceptInvitation(ctx, found, displayName ?? null);
    else await endSessionsOf(ctx, userId);
    await storePasskey(ctx, { userId, name: null, credential, party });
    await ctx.db.signInLink.deleteMany({ where: { userId } });
    return issuePasskeyCode(ctx, { userId, ...client });
  });
  outer.forgetTokens();
  return code;
}

/**
 * Makes the invited user a person who has joined. The address is theirs only if the link was sent to it: whoever showed the
 * link could hold it as well, and would else be found by an address of somebody else in other organizations.
 */
async function acceptInvitation(
  ctx: Context,
  { userId, organizationId, provesAddress, address }: LinkRow,
  displayName: string | null,
): Promise<void> {
  if (organizationId === null) throw refusedLink();
  const { count } = await ctx.db.member.updateMany({
    where: { organizationId, userId, invited: true, disabled: false },
    data: { invited: false },
  });
  if (count === 0) throw refusedLink();
  const proof = provesAddress ? { emailVerified: true } : { email: null, assertedEmail: address };
  await ctx.db.user.update({
    where: { id: userId },
    data: { ...proof, ...(displayName === null ? {} : { displayName }) },
    select: { id: true },
  });
  const { role } = await ctx.db.member.findUniqueOrThrow({
    where: { organizationId_userId: { organizationId, userId } },
    select: { role: true },
  });
  const member = { organizationId, userId };
  ctx.emit('member.joined', { ...ofMember(member), actorId: userId }, { user: userId, role, by: 'invitation' });
}
