import type { EventRow } from '../../../../loaders/events.ts';
import type { Attempt } from '../attempt.ts';
import type { DeliveryState } from '../fields.ts';
import { sql, type Sql } from '../../../../db/sql.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../../../../loaders/webhooks.ts';

/** Locks a webhook until the transaction ends; null when it is gone. */
export const lockWebhookRow = (writer: Sql, id: string): Promise<WebhookRow | null> =>
  writer.first(sql`select w.* from webhooks w where w.id = ${id} for update`);

/** Finds a webhook that is active, with the integration of its installation if it belongs to one. */
export const findActiveWebhook = (reader: Sql, id: string) =>
  reader.first<WebhookRow & { readonly integrationId: string | null }>(sql`select w.*, r."integrationId"
    from webhooks w left join installation_webhooks r on r."webhookId" = w.id where w.id = ${id} and w.active`);

/**
 * The deliveries of a webhook that are due: first attempts in the order of the events, then retries. At most `limit` of each, found
 * by an index of their own, so that what else waits is not read.
 */
export const listDue = (reader: Sql, webhookId: string, now: Date, limit: number): Promise<WebhookDeliveryRow[]> => {
  const isDue = sql`d."webhookId" = ${webhookId} and d.state = 'pending' and d."nextAttemptAt" <= ${now}::timestamptz`;
  return reader.rows(sql`(select d.* from webhook_deliveries d where ${isDue} and d.step = 0
      order by d.position limit ${limit}::int)
    union all
    (select d.* from webhook_deliveries d where ${isDue} and d.step > 0
      order by d."nextAttemptAt", d.position limit ${limit}::int)`);
};

/** Finds an event; null when it is no longer kept. */
export const findEvent = (reader: Sql, id: string): Promise<EventRow | null> =>
  reader.first(sql`select e.* from events e where e.id = ${id}`);

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

/**
 * Writes an attempt to its delivery. A schedule that has begun anew during the attempt goes on. False when another run has written
 * the attempt, or the delivery has ended or is gone.
 */
export async function writeAttempt(writer: Sql, written: WrittenAttempt): Promise<boolean> {
  const { delivery, attempt, state, nextAttemptAt, at } = written;
  const { id, attempts, step, nextAttemptAt: dueAt } = delivery;
  const isAnew = sql`(d.step <> ${step}::int or d."nextAttemptAt" <> ${dueAt}::timestamptz)`;
  const row = await writer.first(sql`update webhook_deliveries d set attempts = attempts + 1,
      state = case when ${isAnew} then state else ${state} end, step = case when ${isAnew} then step else step + 1 end,
      "nextAttemptAt" = case when ${isAnew} then "nextAttemptAt" else ${nextAttemptAt}::timestamptz end,
      "attemptedAt" = ${at}::timestamptz, status = ${attempt.status}::int, response = ${attempt.response},
      error = ${attempt.error}, "durationMs" = ${attempt.durationMs}::int
    where id = ${id} and state = 'pending' and attempts = ${attempts}::int returning id`);
  return row !== null;
}
