import type { EventRow } from '../../../../loaders/events.ts';
import { sql, type Sql } from '../../../../db/sql.ts';
import type { WebhookRow } from '../../../../loaders/webhooks.ts';

/** Locks the active webhooks of an organization until the transaction ends. Those of a moment ago may have changed. */
export const lockActiveWebhooks = (writer: Sql, organizationId: string): Promise<WebhookRow[]> =>
  writer.rows(sql`select w.* from webhooks w where w."organizationId" = ${organizationId} and w.active
    order by w.id for update`);

/** A collection or space in the collection of a webhook, with the rank of an admin of that collection on it. */
export interface InCollection {
  readonly webhookId: string;
  readonly id: string;
  readonly rank: number;
}

/**
 * The collections and the spaces in the collection of each webhook, itself included. A collection or space that sets a level of
 * its own gives this to the admins of those above it. Admins alone see a deleted space.
 */
export const listInCollections = (reader: Sql, webhookIds: readonly string[]): Promise<InCollection[]> =>
  reader.rows(sql`
    with recursive inside("webhookId", id, rank) as (
      select w.id, w."collectionId", role_rank('admin') from webhooks w
      where w.id = any(${[...webhookIds]}::text[]) and w."collectionId" is not null
      union
      select inside."webhookId", c.id, coalesce(role_rank(c."defaultLevel"), inside.rank)
      from inside join collections c on c."parentId" = inside.id
    )
    select * from inside
    union all
    select at."webhookId", at.id, case when at.deleted and at.rank < role_rank('admin') then 0 else at.rank end
    from (
      select inside."webhookId", s.id, coalesce(role_rank(s."defaultLevel"), inside.rank) as rank,
        s."deletedAt" is not null as deleted
      from inside join spaces s on s."parentId" = inside.id
    ) at`);

/** The events of an organization after a position, in their order. */
export const listEventsAfter = (reader: Sql, organizationId: string, position: number, limit: number) =>
  reader.rows<EventRow>(sql`select e.* from events e
    where e."organizationId" = ${organizationId} and e.position > ${position}::bigint
    order by e.position limit ${limit}::int`);

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly position: number;
  readonly type: string;
  /** What is sent; null when the first attempt makes it. */
  readonly body: string | null;
}

/** Inserts deliveries that are due at once. */
export const insertDeliveries = (writer: Sql, deliveries: readonly NewDelivery[], at: Date) =>
  writer.rows(sql`insert into webhook_deliveries
      (id, "webhookId", "eventId", position, type, body, state, "nextAttemptAt", "createdAt")
    select d.id, d."webhookId", d."eventId", d.position, d.type, d.body, 'pending', ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d(id text, "webhookId" text, "eventId" text, position bigint, type text, body text)`);

export const moveCursors = (writer: Sql, webhookIds: readonly string[], position: number) =>
  writer.rows(sql`update webhooks set cursor = ${position}::bigint
    where id = any(${[...webhookIds]}::text[]) and cursor < ${position}::bigint`);
