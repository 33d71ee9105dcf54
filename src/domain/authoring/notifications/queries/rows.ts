import { sql, type Sql } from '../../../../db/sql.ts';
import { mayConcern, type Recipient } from './recipients.ts';

/**
 * Locks the position up to which the people of an organization were notified, until the transaction ends, and returns it: one
 * process at a time notifies them.
 */
export async function lockCursor(writer: Sql, organizationId: string): Promise<number> {
  const row = await writer.first<{ readonly position: number }>(sql`
    insert into notification_cursors as known ("organizationId", position) values (${organizationId}, 0)
    on conflict ("organizationId") do update set position = known.position returning position`);
  return row?.position ?? 0;
}

export const moveCursor = (writer: Sql, organizationId: string, position: number) =>
  writer.rows(sql`update notification_cursors set position = ${position}::bigint
    where "organizationId" = ${organizationId} returning position`);

/**
 * The number of the next events of an organization that may concern somebody, at most `limit`, and the position of the last of
 * them, or of the newest event when there are fewer; null without an event after `after`.
 */
export const findNextEvents = (reader: Sql, organizationId: string, after: number, limit: number) =>
  reader.first<{ readonly count: number; readonly last: number | null }>(sql`
    with next as materialized (
      select e.position from events e
      where e."organizationId" = ${organizationId} and e.position > ${after}::bigint and ${mayConcern(organizationId)}
      order by e.position limit ${limit}::int
    )
    select found.count, case when found.count = ${limit}::int then found.last else (
      select max(e.position) from events e where e."organizationId" = ${organizationId} and e.position > ${after}::bigint
    ) end as last
    from (select count(*)::int as count, max(position) as last from next) found`);

/** Several edits of one thing, of which one person is notified. */
export interface Edits {
  readonly id: string;
  readonly userId: string;
  readonly type: string;
  readonly subjectId: string;
  readonly createdAt: string;
}

/** Locks the unread notifications of the edits that recipients are notified of again, which began after a time. */
export const lockUnread = (writer: Sql, recipients: readonly Recipient[], since: Date): Promise<Edits[]> =>
  writer.rows(sql`select n.id, n."userId", n.type, n."subjectId", n."createdAt"
    from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as r("userId" text, type text, "subjectId" text)
    join notifications n on n."userId" = r."userId" and n.type = r.type and n."subjectId" = r."subjectId"
      and n."readAt" is null and n."createdAt" > ${since}::timestamptz
    order by n.id for update of n`);

/** What is written: a new notification, or the latest state of one that there is. */
export interface WrittenNotification extends Recipient {
  readonly id: string;
  /** Number of events since it was read here; all of them for a new one. */
  readonly count: number;
  readonly updatedAt: string;
}

const columns = sql`id text, "userId" text, position bigint, type text, reason text, "subjectId" text, "subjectLabel" text,
  "spaceId" text, "changeRequestId" text, "actorId" text, count int, "createdAt" timestamptz, "updatedAt" timestamptz`;

export const insertNotifications = (writer: Sql, organizationId: string, rows: readonly WrittenNotification[]) =>
  writer.rows(sql`insert into notifications (id, "userId", "organizationId", position, type, reason, "subjectId",
      "subjectLabel", "spaceId", "changeRequestId", "actorId", count, "createdAt", "updatedAt")
    select t.id, t."userId", ${organizationId}, t.position, t.type, t.reason, t."subjectId", t."subjectLabel", t."spaceId",
      t."changeRequestId", t."actorId", t.count, t."createdAt", t."updatedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(${columns})
    on conflict ("organizationId", position, "userId") do nothing`);

export const raiseNotifications = (writer: Sql, rows: readonly WrittenNotification[]) =>
  writer.rows(sql`update notifications n set count = n.count + t.count, position = t.position, reason = t.reason,
      "subjectLabel" = t."subjectLabel", "actorId" = t."actorId", "updatedAt" = t."updatedAt", "mailedAt" = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(${columns}) where n.id = t.id returning n.id`);

/** Deletes the oldest notifications from before an instant. Returns their number. */
export async function deleteOldNotifications(writer: Sql, before: Date, limit: number): Promise<number> {
  const gone = await writer.rows(sql`delete from notifications where id in (
      select id from notifications where "updatedAt" < ${before}::timestamptz order by "updatedAt" limit ${limit}::int
      for update skip locked
    ) returning id`);
  return gone.length;
}
