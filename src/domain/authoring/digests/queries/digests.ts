import type { Actor } from '../../../../access/actor.ts';
import { raw, sql, all, type Sql } from '../../../../db/sql.ts';
import { ownNotifications } from '../../../../loaders/notifications.ts';
import { digestPauseMs } from '../../../core/mail/fields.ts';
import type { Notification } from '../../notifications/notifications.ts';
import { isUnread, readableBy } from '../../notifications/queries/lists.ts';

/** A notification as a digest tells it. */
export interface News extends Pick<
  Notification,
  'id' | 'type' | 'subjectLabel' | 'spaceId' | 'changeRequestId' | 'count'
> {
  readonly updatedAt: string;
  readonly spaceTitle: string | null;
  readonly actorName: string | null;
}

/** Lists what the caller has neither read nor been sent, and may read now, the oldest first. */
export const listNews = (reader: Sql, actor: Actor, since: string, limit: number): Promise<News[]> => {
  const own = ownNotifications(actor, 'all');
  return reader.rows(sql`${own.with}
    select n.id, n.type, n."subjectLabel", n."spaceId", n."changeRequestId", n.count, n."updatedAt", s.title as "spaceTitle",
      who."displayName" as "actorName"
    ${own.from} left join spaces s on s.id = n."spaceId" left join users who on who.id = n."actorId"
    where ${all([...readableBy(actor), isUnread, raw('n."mailedAt" is null'), sql`n."updatedAt" >= ${since}::timestamptz`])}
    order by n."updatedAt", n.id limit ${limit}::int`);
};

/** Claims the digests that are due, which no other process then does, and returns their people. */
export async function claimDigests(writer: Sql, now: Date, limit: number): Promise<string[]> {
  const at = now.toISOString();
  const rows = await writer.rows<{ userId: string }>(sql`with due as materialized (
      select s."userId" from mail_settings s where s."dueAt" <= ${at}::timestamptz
      order by s."dueAt" limit ${limit}::int for update skip locked
    )
    update mail_settings s set "dueAt" = null, "lastAt" = ${at}::timestamptz from due
    where s."userId" = due."userId" returning s."userId"`);
  return rows.map(({ userId }) => userId);
}

interface EndedDigest {
  readonly userId: string;
  readonly news: readonly News[];
  /** Whether there may be more, which the next digest tells. */
  readonly isFull: boolean;
  /** The address, if the mail server has refused it for good. */
  readonly refusedAddress: string | null;
  readonly now: Date;
}

/** Notes what a digest has told. What has changed since it was read is told again. */
export async function endDigest(
  writer: Sql,
  { userId, news, isFull, refusedAddress, now }: EndedDigest,
): Promise<void> {
  const at = now.toISOString();
  await writer.rows(sql`with told as materialized (
      select n.id from jsonb_to_recordset(${JSON.stringify(news)}::jsonb) as t(id text, "updatedAt" timestamptz)
      join notifications n on n.id = t.id and n."updatedAt" = t."updatedAt" order by n.id for update of n
    )
    update notifications n set "mailedAt" = ${at}::timestamptz from told where n.id = told.id returning n.id`);
  await writer.rows(sql`update mail_settings s set "lastAt" = ${at}::timestamptz,
      "refusedAddress" = coalesce(${refusedAddress}, s."refusedAddress"),
      "dueAt" = case when s."dueAt" is not null or ${isFull}::boolean then greatest(s."dueAt",
        ${at}::timestamptz + make_interval(secs => ${digestPauseMs}::float8 / 1000)) end
    where s."userId" = ${userId} returning s."userId"`);
}
