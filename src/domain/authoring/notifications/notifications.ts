import type * as z from 'zod';
import { paginate } from '../../../db/keyset.ts';
import { invalid, notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { NotificationRow } from '../../../loaders/notifications.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import type { NotifiedType } from '../../core/events/notified.ts';
import { transact } from '../../core/transact.ts';
import type { AccountNotice } from '../../people/users/notify-account.ts';
import { getViewer, type User } from '../../people/users/users.ts';
import type { NotificationReason } from './fields.ts';
import type { MarkNotificationsReadInput } from './inputs.ts';
import { countUnread, markRead, notificationsList, type NotificationFilter } from './queries/lists.ts';
import { mayRead } from './readable.ts';

/** What notifies the caller of an event. */
export interface Notification extends Omit<NotificationRow, 'type' | 'reason'> {
  readonly type: NotifiedType | AccountNotice;
  readonly reason: NotificationReason;
}

/** Lists the notifications of the caller about what they may read now, the latest first. */
export async function listNotifications(
  ctx: Context,
  filter: NotificationFilter,
  page: PageRequest,
): Promise<Page<Notification>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<Notification>(ctx, notificationsList(ctx.sql, ctx.actor, filter), page);
}

/** Counts the unread notifications of the caller about what they may read now, up to `maxUnreadCount`. */
export function countUnreadNotifications(ctx: Context): Promise<number> {
  requireScope(ctx.actor, 'user:read');
  return countUnread(ctx.sql, ctx.actor);
}

/** Gets a notification of the caller. Throws not_found, also when they may no longer read what it is about. */
export async function getNotification(ctx: Context, id: string): Promise<Notification> {
  const row = await ctx.loaders.notification.load(id);
  if (row === null || !mayRead(ctx.actor, row)) throw notFound('notification', id);
  requireScope(ctx.actor, 'user:read');
  return row as Notification;
}

/**
 * Marks notifications of the caller that they may read as read. Returns the caller, and the number of those that were unread. Throws
 * validation_failed unless exactly one of `ids` and `seenAt` is given.
 */
export async function markNotificationsRead(
  outer: Context,
  { ids, seenAt }: z.output<typeof MarkNotificationsReadInput>,
): Promise<{ readonly viewer: User; readonly count: number }> {
  requireScope(outer.actor, 'user:write');
  if ((ids === undefined) === (seenAt === undefined))
    throw invalid('input', 'must have exactly one of ids and seenAt', 'requires');
  return transact(outer, async (ctx) => {
    const viewer = await getViewer(ctx);
    const at = ctx.now();
    const seen = new Date(Math.min(Date.parse(seenAt ?? ''), at.getTime()));
    return { viewer, count: await markRead(ctx.sql, ctx.actor, { ids: ids ?? null, seenAt: seen, at }) };
  });
}
