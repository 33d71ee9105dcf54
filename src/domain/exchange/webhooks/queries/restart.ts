import type { EventType } from '../../../core/events/catalogue.ts';
import type { DeliveryState } from '../fields.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { WebhookRow } from '../../../../loaders/webhooks.ts';
import { dispatchTask } from '../../../core/events/fields.ts';
import { addSending, endTaskUntil, type EventTask } from '../../../core/events/queries/tasks.ts';

/** Adds the sending of webhooks. */
export const addSendings = (writer: Sql, webhookIds: readonly string[]) =>
  writer.rows(sql`select ${addSending} from webhooks w where w.id = any(${[...webhookIds]}::text[])`);

/** Adds the dispatch of an organization. */
export const addDispatch = (writer: Sql, organizationId: string) =>
  writer.rows(sql`select add_event_task(${dispatchTask}, ${organizationId}, ${organizationId})::text`);

/** The position up to which events were dispatched to a webhook that is active. */
export async function dispatchedOf(reader: Sql, { organizationId, cursor }: DispatchedWebhook): Promise<number> {
  const row = await reader.first<{ readonly position: number }>(sql`select position from event_dispatches
    where "organizationId" = ${organizationId}`);
  return Math.max(cursor, row?.position ?? 0);
}

type DispatchedWebhook = Pick<WebhookRow, 'organizationId' | 'cursor'>;

/**
 * SQL of the time until the next attempt of a webhook in milliseconds, by the clock of the deliveries; null when nothing waits or the
 * webhook is not active.
 */
export const msToNextAttempt = (webhookId: string, now: Date): Fragment => sql`(
  select extract(epoch from min(greatest(waiting.at - ${now}::timestamptz, interval '0'))) * 1000 from (
    (select d."nextAttemptAt" as at from webhook_deliveries d
      where d."webhookId" = ${webhookId} and d.state = 'pending' and d.step = 0 order by d.position limit 1)
    union all
    (select d."nextAttemptAt" from webhook_deliveries d
      where d."webhookId" = ${webhookId} and d.state = 'pending' and d.step > 0
      order by d."nextAttemptAt", d.position limit 1)
  ) waiting where exists (select from webhooks w where w.id = ${webhookId} and w.active))`;

/** Ends a run that has sent what was due: it is due again with the next attempt. */
export const endSending = (writer: Sql, task: EventTask, now: Date) =>
  endTaskUntil(writer, task, msToNextAttempt(task.key, now));

/** The types of what a webhook waits to send. */
export async function listWaitingTypes(reader: Sql, webhookId: string): Promise<EventType[]> {
  const waiting = await reader.rows<{ type: EventType }>(sql`select distinct type from webhook_deliveries
    where "webhookId" = ${webhookId} and state = 'pending'`);
  return waiting.map(({ type }) => type);
}

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

/** Begins the schedule anew for the events after a position that a webhook has not accepted. Returns their types. */
export async function restartUndelivered(writer: Sql, { webhookId, after, at }: Restart): Promise<EventType[]> {
  const restarted = await writer.rows<{ type: EventType }>(sql`with restarted as (
      update webhook_deliveries set state = 'pending', step = 0, "nextAttemptAt" = ${at}::timestamptz
      where "webhookId" = ${webhookId} and position > ${after}::bigint and state <> 'delivered' returning type
    ) select distinct type from restarted`);
  return restarted.map(({ type }) => type);
}

interface Redelivery {
  readonly webhookId: string;
  /** One delivery; all that match when null. */
  readonly deliveryId: string | null;
  readonly state: DeliveryState | null;
  /** The time of the events: from the first instant on, and before the second one. */
  readonly from: string | null;
  readonly to: string | null;
  readonly at: Date;
  readonly limit: number;
}

/** SQL: when the event `e` of delivery `d` was. One that is no longer kept was no later than its delivery. */
const eventTime = raw('coalesce(e."createdAt", d."createdAt")');

/** Makes deliveries due, the earliest first. Returns the type of each. */
export async function restartDeliveries(writer: Sql, given: Redelivery): Promise<EventType[]> {
  const { webhookId, deliveryId, state, from, to, at, limit } = given;
  const restarted = await writer.rows<{ type: EventType }>(sql`
    update webhook_deliveries set state = 'pending', step = 0, "nextAttemptAt" = ${at}::timestamptz where id in (
      select d.id from webhook_deliveries d left join events e on e.id = d."eventId"
      where d."webhookId" = ${webhookId}
        and (${deliveryId}::text is null or d.id = ${deliveryId})
        and (${state}::text is null or d.state = ${state})
        and (${from}::timestamptz is null or ${eventTime} >= ${from}::timestamptz)
        and (${to}::timestamptz is null or ${eventTime} < ${to}::timestamptz)
      order by d.position limit ${limit}::int for update of d
    ) returning type`);
  return restarted.map(({ type }) => type);
}
