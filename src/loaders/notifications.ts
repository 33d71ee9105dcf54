import type { Notification, Watch } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Fragment, type Sql } from '../db/sql.ts';
import type { Actor } from '../access/actor.ts';
import { membershipJoin } from '../access/queries/membership.ts';
import { callerRank, callerRankJoin } from '../access/queries/space-rank.ts';
import { membershipRank } from '../access/queries/visible-resources.ts';
import { byKey } from './batch.ts';

export type WatchRow = Stored<Watch>;

/** Loads watches by id. */
export const watchLoader = (reader: Sql) =>
  byKey<WatchRow>(
    reader,
    (ids) => sql`select w.* from watches w where w.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );

/** A notification. The driver reads a bigint as a number. */
export interface NotificationRow extends Omit<Stored<Notification>, 'position'> {
  readonly position: number;
  /** The rank of the caller's role on what it is about; null without access. */
  readonly rank: number | null;
}

/**
 * Statement parts for the notifications `n` of the caller, with `rank`. `with` precedes the statement. A draft is shown to its
 * author, and to those who may edit the space. The access to the space is looked up for each of a few; for all of the caller's, which
 * are of fewer spaces than they are, it is looked up for each space first.
 */
export function ownNotifications(
  actor: Actor,
  which: 'few' | 'all',
): { with: Fragment; from: Fragment; rank: Fragment } {
  const reached = (where: Fragment) => sql`
    select s.id, s."organizationId", ${callerRank} as rank from spaces s ${callerRankJoin(actor)}
    where s."deletedAt" is null and ${where}`;
  const isIts = sql`s.id = n."spaceId" and s."organizationId" = n."organizationId"`;
  return {
    with:
      which === 'few'
        ? raw('')
        : sql`with reached as materialized (${reached(
            sql`s.id in (select own."spaceId" from notifications own where own."userId" = ${actor.userId})`,
          )})`,
    from: sql`from notifications n left join organizations o on o.id = n."organizationId" ${membershipJoin('o.id', actor)}
    left join ${which === 'few' ? sql`lateral (${reached(isIts)} offset 0) reached on true` : raw('reached on reached.id = n."spaceId" and reached."organizationId" = n."organizationId"')}
    left join change_requests cr on cr.id = n."changeRequestId"`,
    rank: notificationRank(actor),
  };
}

/** SQL expression: `rank` of `ownNotifications`. */
export const notificationRank = (actor: Actor): Fragment => sql`case when n."spaceId" is null then ${membershipRank}
    when cr.status = 'draft' and cr."createdById" is distinct from ${actor.userId} and reached.rank < role_rank('edit') then null
    else reached.rank end`;

/** Loads the notifications of the caller by id. */
export const notificationLoader = (reader: Sql, actor: Actor) =>
  byKey<NotificationRow>(
    reader,
    (ids) => {
      const own = ownNotifications(actor, 'few');
      return sql`select n.*, ${own.rank} as rank ${own.from}
        where n.id = ${anyOf(ids)} and n."userId" = ${actor.userId}`;
    },
    ({ id }) => id,
  );
