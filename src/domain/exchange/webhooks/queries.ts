import type { Actor } from '../../../access/actor.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Sql } from '../../../db/sql.ts';
import type { EventRow } from '../../../loaders/events.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../../../loaders/webhooks.ts';
import { deliveryTask, dispatchTask } from '../../core/events/fields.ts';
import { addDispatch, withRanks } from '../../core/events/queries.ts';
import type { DeliveryState } from './fields.ts';
import type { Attempt } from './send.ts';

/** Keyset list of the `WebhookRow` of an organization that the caller may see, newest first. */
export const webhooksList = (organizationId: string, actor: Actor): KeysetList => ({
  name: 'webhooks',
  filters: [organizationId],
  with: withRanks(organizationId, actor),
  select: raw('w.*'),
  from: raw(`from webhooks w cross join caller
    left join ranked on ranked.id = coalesce(w."spaceId", w."collectionId", w."siteId")`),
  where: [
    sql`w."organizationId" = ${organizationId}`,
    raw(`(caller.rank = role_rank('admin') or ranked.rank = role_rank('admin'))`),
  ],
  sort: { by: 'w."createdAt"', type: 'timestamptz', id: 'w.id' },
  direction: 'desc',
});

export interface DeliveriesFilter {
  readonly state: DeliveryState | null;
  readonly type: string | null;
}

/** Keyset list of the `WebhookDeliveryRow` of a webhook, newest event first. */
export const deliveriesList = (webhookId: string, { state, type }: DeliveriesFilter): KeysetList => ({
  name: 'webhook-deliveries',
  filters: [webhookId, state, type],
  select: raw('d.*'),
  from: raw('from webhook_deliveries d'),
  where: [
    sql`d."webhookId" = ${webhookId}`,
    state === null ? null : sql`d.state = ${state}`,
    type === null ? null : sql`d.type = ${type}`,
  ],
  sort: { by: 'd.position', type: 'bigint', id: 'd.id' },
  direction: 'desc',
});

/** Locks a webhook until the transaction ends; null when it is gone. */
export const lockWebhookRow = (writer: Sql, id: string): Promise<WebhookRow | null> =>
  writer.first(sql`select w.* from webhooks w where w.id = ${id} for update`);

/** Locks the active webhooks of an organization until the transaction ends. Those of a moment ago may have changed. */
export const lockActiveWebhooks = (writer: Sql, organizationId: string): Promise<WebhookRow[]> =>
  writer.rows(sql`select w.* from webhooks w where w."organizationId" = ${organizationId} and w.active
    order by w.id for update`);

/** The ids of the collections and the spaces in each collection of these webhooks, itself included. */
export const listInCollections = (reader: Sql, webhookIds: readonly string[]) =>
  reader.rows<{ readonly webhookId: string; readonly id: string }>(sql`
    with recursive inside("webhookId", id) as (
      select w.id, w."collectionId" from webhooks w
      where w.id = any(${[...webhookIds]}::text[]) and w."collectionId" is not null
      union
      select inside."webhookId", c.id from inside join collections c on c."parentId" = inside.id
    )
    select * from inside
    union all
    select inside."webhookId", s.id from inside join spaces s on s."parentId" = inside.id`);

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
}

/** Inserts deliveries that are due at once. */
export const insertDeliveries = (writer: Sql, deliveries: readonly NewDelivery[], at: Date) =>
  writer.rows(sql`insert into webhook_deliveries
      (id, "webhookId", "eventId", position, type, state, "nextAttemptAt", "createdAt")
    select d.id, d."webhookId", d."eventId", d.position, d.type, 'pending', ${at}::timestamptz, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(deliveries)}::jsonb)
      as d(id text, "webhookId" text, "eventId" text, position bigint, type text)`);

export const moveCursors = (writer: Sql, webhookIds: readonly string[], position: number) =>
  writer.rows(sql`update webhooks set cursor = ${position}::bigint
    where id = any(${[...webhookIds]}::text[]) and cursor < ${position}::bigint`);

/** Flag of jobs for addresses whose last attempt has failed, which may take up half of the slots at most. */
export const failingFlag = 'failing';

/**
 * Adds the job that sends webhooks what is due, one at a time for each. Its key replaces a job that waits, so that there is one
 * for all events of a burst.
 */
export const addDelivery = (writer: Sql, webhookIds: readonly string[]) =>
  writer.rows(sql`select q.id::text from webhooks w, lateral graphile_worker.add_job(${deliveryTask}::text,
      json_build_object('id', w.id), queue_name => w.id, job_key => w.id,
      flags => case when w.failures > 0 then array[${failingFlag}::text] end) q
    where w.id = any(${[...webhookIds]}::text[])`);

/**
 * Adds the job for the next retry of a webhook, if it has one. It has a key of its own: the job of a new event must not be put
 * off. `now` is the time by the clock of the deliveries.
 */
export const addRetry = (writer: Sql, webhookId: string, now: Date) =>
  writer.rows(sql`select q.id::text from webhooks w cross join lateral (
      select min(d."nextAttemptAt") as at from webhook_deliveries d where d."webhookId" = w.id and d.state = 'pending'
    ) next, lateral graphile_worker.add_job(${deliveryTask}::text, json_build_object('id', w.id), queue_name => w.id,
      job_key => w.id || ' retry', run_at => now() + greatest(next.at - ${now}::timestamptz, interval '0'),
      flags => case when w.failures > 0 then array[${failingFlag}::text] end) q
    where w.id = ${webhookId} and w.active and next.at is not null`);

/** Ends what a webhook waits for: it goes on after the latest event. */
export const endPending = (writer: Sql, webhookId: string) =>
  writer.rows(sql`update webhook_deliveries set state = 'failed', "nextAttemptAt" = null
    where "webhookId" = ${webhookId} and state = 'pending'`);

interface Restart {
  readonly webhookId: string;
  /** Position after which the events are. */
  readonly after: number;
  readonly at: Date;
}

/** Begins the schedule anew for the events after a position that a webhook has not accepted. */
export const restartUndelivered = (writer: Sql, { webhookId, after, at }: Restart) =>
  writer.rows(sql`update webhook_deliveries set state = 'pending', step = 0, "nextAttemptAt" = ${at}::timestamptz
    where "webhookId" = ${webhookId} and position > ${after}::bigint and state <> 'delivered'`);

interface Redelivery {
  readonly webhookId: string;
  /** One delivery; all that match when null. */
  readonly deliveryId: string | null;
  readonly state: DeliveryState | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly at: Date;
  readonly limit: number;
}

/** Makes deliveries due that have ended, the earliest first. Returns their number. */
export async function restartDeliveries(writer: Sql, given: Redelivery): Promise<number> {
  const { webhookId, deliveryId, state, from, to, at, limit } = given;
  const restarted = await writer.rows(sql`
    update webhook_deliveries set state = 'pending', step = 0, "nextAttemptAt" = ${at}::timestamptz where id in (
      select d.id from webhook_deliveries d where d."webhookId" = ${webhookId}
        and (${deliveryId}::text is null or d.id = ${deliveryId})
        and (${state}::text is null or d.state = ${state})
        and (${from}::timestamptz is null or d."createdAt" >= ${from}::timestamptz)
        and (${to}::timestamptz is null or d."createdAt" < ${to}::timestamptz)
      order by d.position limit ${limit}::int for update
    ) returning id`);
  return restarted.length;
}

/** Deletes the deliveries from before an instant that wait for nothing. Returns their number. */
export async function deleteOldDeliveries(writer: Sql, before: Date, limit: number): Promise<number> {
  const gone = await writer.rows(sql`delete from webhook_deliveries where id in (
      select id from webhook_deliveries where "createdAt" < ${before}::timestamptz
      order by "createdAt" limit ${limit}::int for update skip locked
    ) returning id`);
  return gone.length;
}

/** Deletes the webhooks whose place is gone and that have been told of its end. Returns their number. */
export async function deleteOrphans(writer: Sql): Promise<number> {
  const gone = await writer.rows(sql`delete from webhooks w
    where coalesce(w."spaceId", w."collectionId", w."siteId") is not null
      and not exists (select from spaces s where s.id = w."spaceId")
      and not exists (select from collections c where c.id = w."collectionId")
      and not exists (select from sites t where t.id = w."siteId")
      and not exists (select from webhook_deliveries d where d."webhookId" = w.id and d.state = 'pending')
      and not exists (select from event_streams s where s."organizationId" = w."organizationId" and s.position > w.cursor
        and w.active)
    returning id`);
  return gone.length;
}

/** Releases the jobs of a task that a worker has held since before `silentMs`, except those of `alive` workers. */
export const releaseLost = (writer: Sql, silentMs: number, alive: readonly string[]) =>
  writer.rows(sql`select graphile_worker.force_unlock_workers(array(
      select q.locked_by from graphile_worker.jobs q
      where q.task_identifier in (${dispatchTask}, ${deliveryTask}) and q.locked_by is not null
        and q.locked_at <= now() - make_interval(secs => ${silentMs}::float8 / 1000)
        and q.locked_by <> all(${[...alive]}::text[])))::text`);

/**
 * Adds the jobs that are missing: of events that were written while a webhook was made, which the writer did not see yet, and
 * of deliveries whose job was lost.
 */
export async function addMissingDeliveries(writer: Sql, now: Date): Promise<void> {
  await writer.rows(sql`select q.id::text from (
      select distinct w."organizationId" as id from webhooks w join event_streams s on s."organizationId" = w."organizationId"
      where w.active and w.cursor < s.position
        and not exists (select from graphile_worker.jobs j where j.key = w."organizationId")
    ) late, ${addDispatch(raw('late.id'))} q`);
  const late = await writer.rows<{ id: string }>(sql`select w.id from webhooks w where w.active
    and exists (select from webhook_deliveries d
      where d."webhookId" = w.id and d.state = 'pending' and d."nextAttemptAt" <= ${now}::timestamptz)
    and not exists (select from graphile_worker.jobs j where j.key in (w.id, w.id || ' retry') and j.run_at <= now())`);
  await addDelivery(
    writer,
    late.map(({ id }) => id),
  );
}

export const findActiveWebhook = (reader: Sql, id: string): Promise<WebhookRow | null> =>
  reader.first(sql`select w.* from webhooks w where w.id = ${id} and w.active`);

/** The deliveries of a webhook that are due: first attempts in the order of the events, then retries. At most `limit` of each. */
export const listDue = (reader: Sql, webhookId: string, now: Date, limit: number): Promise<WebhookDeliveryRow[]> =>
  reader.rows(sql`with due as (
      select d.* from webhook_deliveries d
      where d."webhookId" = ${webhookId} and d.state = 'pending' and d."nextAttemptAt" <= ${now}::timestamptz
    )
    (select * from due where step = 0 order by position limit ${limit}::int)
    union all
    (select * from due where step > 0 order by "nextAttemptAt", position limit ${limit}::int)`);

/** Keeps the body of a delivery unless it has one, and returns the one that it has; null when the delivery is gone. */
export async function keepBody(writer: Sql, id: string, body: string): Promise<string | null> {
  const kept = await writer.first<{ body: string }>(
    sql`update webhook_deliveries set body = coalesce(body, ${body}) where id = ${id} returning body`,
  );
  return kept?.body ?? null;
}

interface WrittenAttempt {
  readonly delivery: WebhookDeliveryRow;
  readonly attempt: Attempt;
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
}

/** Writes an attempt to its delivery. False when another run has written it, or the delivery has ended or is gone. */
export async function writeAttempt(writer: Sql, written: WrittenAttempt): Promise<boolean> {
  const { delivery, attempt, state, nextAttemptAt, at } = written;
  const row = await writer.first(sql`update webhook_deliveries set state = ${state}, attempts = attempts + 1,
      step = step + 1, "nextAttemptAt" = ${nextAttemptAt}::timestamptz, "attemptedAt" = ${at}::timestamptz,
      status = ${attempt.status}::int, response = ${attempt.response}, error = ${attempt.error},
      "durationMs" = ${attempt.durationMs}::int
    where id = ${delivery.id} and state = 'pending' and attempts = ${delivery.attempts}::int returning id`);
  return row !== null;
}

/** Whether the last attempt of a webhook has failed. */
export const isFailing = async (reader: Sql, id: string): Promise<boolean> =>
  (await reader.first(sql`select from webhooks where id = ${id} and failures > 0`)) !== null;
