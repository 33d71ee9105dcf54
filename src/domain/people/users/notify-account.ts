import type { Context } from '../../core/context.ts';
import { scheduleDigests } from '../../core/mail/queries.ts';

/** Why somebody is notified of what was done with their account. */
export const accountReason = 'account';

/** What is done with the account of somebody, of which they are notified although it belongs to no organization. */
export type AccountNotice = 'api_token.created' | 'api_token.revoked' | 'passkey.added' | 'passkey.removed';

interface Notice {
  readonly userId: string;
  readonly subjectId: string;
  readonly subjectLabel: string;
}

/** Notifies somebody of what was done with their account, in the transaction that has done it. */
export async function notifyOfAccount(ctx: Context, type: AccountNotice, notice: Notice): Promise<void> {
  const at = ctx.now();
  const { userId } = ctx.actor;
  const actor = await ctx.db.user.findUnique({ where: { id: userId }, select: { id: true } });
  if (ctx.mailer !== null) await scheduleDigests(ctx.sql, [notice.userId], at);
  await ctx.db.notification.create({
    data: {
      ...notice,
      id: ctx.newId('ntf'),
      organizationId: null,
      position: 0,
      type,
      reason: accountReason,
      actorId: actor?.id ?? null,
      createdAt: at,
      updatedAt: at,
    },
  });
}
