import { failure } from '../../../lib/errors.ts';
import { dayMs } from '../../../lib/instant.ts';
import type { Context } from '../../core/context.ts';
import { enqueueSystemJobs } from '../../core/jobs/enqueue.ts';
import { jobHandler } from '../../core/jobs/kind.ts';
import { mailQueue, type MailResult } from '../../core/mail/fields.ts';
import { plainName } from '../../core/mail/letters.ts';
import { sendLetter } from '../../core/mail/send.ts';
import { relyingPartyOf, signInPage } from '../passkeys/relying-party.ts';
import { emitOfInvitations } from '../sign-in-links/events.ts';
import { makeLinks } from '../sign-in-links/links.ts';
import { listUnused } from '../sign-in-links/queries.ts';
import { mailedAgainAfterMs, maxMailedADay } from './fields.ts';
import { invitationMail } from './kind.ts';
import { countMailed, findInvitation, listMailed } from './queries.ts';

/** Whom an invitation is sent to. */
interface Invited {
  /** Those who get a link. */
  readonly linked: readonly string[];
  readonly others: readonly string[];
}

/**
 * Sends invitations to members, in the transaction that invites them, except to those who were sent one minutes ago. Returns their number.
 * Throws rate_limited.
 */
export async function mailInvitations(
  ctx: Context,
  organizationId: string,
  { linked, others }: Invited,
): Promise<number> {
  const userIds = [...linked, ...others];
  const now = ctx.now().getTime();
  const mailed = await listMailed(ctx.sql, { organizationId, userIds, since: new Date(now - mailedAgainAfterMs) });
  const due = userIds.filter((userId) => !mailed.has(userId));
  if (due.length === 0) return 0;
  if ((await countMailed(ctx.sql, organizationId, new Date(now - dayMs))) + due.length > maxMailedADay)
    throw failure(
      'rate_limited',
      `An organization sends at most ${maxMailedADay} invitations a day by mail. Ask for links instead.`,
      { retryAfterSeconds: 3_600 },
    );
  const { userId: createdById } = ctx.actor;
  await enqueueSystemJobs(
    ctx,
    invitationMail,
    due.map((userId) => ({
      organizationId,
      payload: { organizationId, userId, createdById },
      exclusive: mailQueue,
      key: `${invitationMail.name} ${organizationId} ${userId}`,
    })),
  );
  emitOfInvitations(
    ctx,
    organizationId,
    linked.filter((userId) => !mailed.has(userId)),
  );
  return due.length;
}

/** Sends an invitation: with a link that makes a person of whom nobody is yet, otherwise with the address to sign in at. */
export const invitationHandler = jobHandler(invitationMail, async (ctx, payload, { jobId }): Promise<MailResult> => {
  const { organizationId, userId, createdById } = payload;
  const found = await findInvitation(ctx.sql, payload);
  if (found === null) return { delivery: 'not-due' };
  const isUnused = (await listUnused(ctx.sql, organizationId, [userId])).has(userId);
  const link =
    isUnused && relyingPartyOf(ctx.urls) !== null
      ? (
          await makeLinks(ctx, [
            {
              purpose: 'invitation',
              userId,
              organizationId,
              provesAddress: true,
              ...(await authorOf(ctx, createdById)),
            },
          ])
        ).at(0)
      : undefined;
  const [title, inviter] = [plainName(found.title), plainName(found.inviter ?? '')];
  const byWhom = inviter === '' ? 'You are invited' : `${inviter} invites you`;
  const page =
    found.sso && found.hostname ? `${signInPage(ctx.urls)}?organization=${found.hostname}` : signInPage(ctx.urls);
  const delivery = await sendLetter(ctx, {
    to: found.address,
    jobId,
    letter: {
      subject: `${byWhom} to ${title}`,
      lines: [
        `${byWhom} to “${title}”, where documentation is written together.`,
        link
          ? 'The link makes you a passkey, which is how you sign in from then on. It works once, within a week, and for you alone: give it to nobody.'
          : 'You sign in as you do already, and find the organization there.',
      ],
      action: link ? { label: 'Accept the invitation', url: link.url } : { label: 'Sign in', url: page },
      foot: [`You were invited at ${ctx.urls.base}. If you do not know why, ignore this mail.`],
    },
  });
  return { delivery };
});

const authorOf = async (ctx: Context, id: string) =>
  (await ctx.db.user.findUnique({ where: { id }, select: { id: true } })) === null ? {} : { createdById: id };
