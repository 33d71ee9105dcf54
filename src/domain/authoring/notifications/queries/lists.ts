import type { Actor } from '../../../../access/actor.ts';
import { isInReach } from '../../../../access/queries/membership.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import { all, raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import { notificationRank, ownNotifications } from '../../../../loaders/notifications.ts';
import { accountReason } from '../../../people/users/notify-account.ts';
import { maxUnreadCount } from '../fields.ts';
import { typesFor } from '../readable.ts';
import { reachesType } from './reaches.ts';

export const isUnread = raw('n."readAt" is null');

/** SQL conditions: the caller may read notification `n` now. What was done with their account is told to unlimited tokens. */
export const readableBy = (actor: Actor): Fragment[] => [
  sql`n."userId" = ${actor.userId}`,
  sql`(n.reason = ${accountReason} and ${actor.organizationId === null}::boolean
    or n.type = any(${typesFor(actor)}::text[]) and ${reachesType(raw('n.type'), notificationRank(actor))})`,
];

/** Which notifications are listed. What is null does not filter. */
export interface NotificationFilter {
  readonly unread: boolean | null;
  /** Whether it was said to the caller: a comment or reply that mentions them, or in what they have begun or take part in. */
  readonly addressed: boolean | null;
}

const isAddressed = raw(`(n.type in ('comment.created', 'comment_reply.created') and n.reason <> 'watching')`);

/** Keyset list of `NotificationRow` of the caller, the latest first. */
export function notificationsList(reader: Sql, actor: Actor, { unread, addressed }: NotificationFilter): KeysetList {
  const own = ownNotifications(actor, 'few');
  const where = [
    ...readableBy(actor),
    unread === null ? null : sql`(${isUnread}) = ${unread}::boolean`,
    addressed === null ? null : sql`${isAddressed} = ${addressed}::boolean`,
  ];
  return {
    name: 'notifications',
    filters: [actor.userId, unread, addressed],
    select: sql`n.*, ${own.rank} as rank`,
    from: own.from,
    where,
    // Events of one transaction have one time.
    sort: { by: 'n."updatedAt"', type: 'timestamptz', id: `lpad(n.position::text, 19, '0') || n.id` },
    direction: 'desc',
    count: async () => {
      const { with: reached, from } = ownNotifications(actor, 'all');
      const row = await reader.first<{ readonly count: number }>(
        sql`${reached} select count(*)::int as count ${from} where ${all(where)}`,
      );
      return row?.count ?? 0;
    },
  };
}

/** Counts what the caller has not read, up to a limit. */
export async function countUnread(reader: Sql, actor: Actor): Promise<number> {
  const own = ownNotifications(actor, 'few');
  const row = await reader.first<{ readonly count: number }>(sql`
    select count(*)::int as count from (
      select ${own.from} where ${all([...readableBy(actor), isUnread])} limit ${maxUnreadCount}::int) unread`);
  return row?.count ?? 0;
}

/**
 * Marks notifications that the caller may read as read: those with the ids, or those up to a time. Locks them in the order of
 * `lockUnread`. Returns their number.
 */
export async function markRead(
  writer: Sql,
  actor: Actor,
  { ids, seenAt, at }: { readonly ids: readonly string[] | null; readonly seenAt: Date; readonly at: Date },
): Promise<number> {
  const which = ids === null ? sql`n."updatedAt" <= ${seenAt}::timestamptz` : sql`n.id = any(${ids}::text[])`;
  const own = ownNotifications(actor, 'all');
  const marked = await writer.rows(sql`${own.with}, marked as materialized (
      select n.id ${own.from} where ${all([...readableBy(actor), isUnread, which])}
      order by n.id for update of n
    )
    update notifications n set "readAt" = ${at}::timestamptz from marked where n.id = marked.id returning n.id`);
  return marked.length;
}

/** Keyset list of `WatchRow` of the caller in the organizations that the token may access, the latest first. */
export const watchesList = (actor: Actor): KeysetList => ({
  name: 'watches',
  filters: [actor.userId],
  select: raw('w.*'),
  from: raw('from watches w'),
  where: [sql`w."userId" = ${actor.userId}`, isInReach('w."organizationId"', actor)],
  sort: { by: 'w."createdAt"', type: 'timestamptz', id: 'w.id' },
  direction: 'desc',
});

/** Locks a user until the transaction ends, so that the watches are counted one after the other. */
export const lockWatcher = (writer: Sql, userId: string) =>
  writer.rows(sql`select id from users where id = ${userId} for no key update`);

/** Whether a user is an active member of an organization, and no guest. */
export const isMemberWithRole = async (reader: Sql, organizationId: string, userId: string): Promise<boolean> =>
  (await reader.first(sql`select from members m where m."organizationId" = ${organizationId} and m."userId" = ${userId}
    and m.role is not null and not m.disabled`)) !== null;
