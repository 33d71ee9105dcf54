import type { EventRow } from '../../../../loaders/events.ts';
import type { Attempt } from '../attempt.ts';
import type { DeliveryState } from '../fields.ts';
import { raw, sql, type Fragment, type Sql } from '../../../../db/sql.ts';
import type { WebhookDeliveryRow, WebhookRow } from '../../../../loaders/webhooks.ts';

/** Locks a webhook until the transaction ends; null when it is gone. */
export const lockWebhookRow = (writer: Sql, id: string): Promise<WebhookRow | null> =>
  writer.first(sql`select w.* from webhooks w where w.id = ${id} for no key update`);

/** A webhook, with the integration of its installation if it belongs to one. */
export interface ActiveWebhook extends WebhookRow {
  readonly integrationId: string | null;
}

const selectActive = (id: string) => sql`select w.*, r."integrationId"
  from webhooks w left join installation_webhooks r on r."webhookId" = w.id where w.id = ${id} and w.active`;

export const findActiveWebhook = (reader: Sql, id: string) => reader.first<ActiveWebhook>(selectActive(id));

interface Due {
  readonly now: Date;
  readonly limit: number;
  readonly without: readonly string[];
}

/**
 * The deliveries of a webhook that are due: first attempts in the order of the events, then retries. At most `limit` of each, found
 * by an index of their own, so that what else waits is not read. Those `without` are being sent.
 */
export const listDue = (
  reader: Sql,
  webhookId: string,
  { now, limit, without }: Due,
): Promise<WebhookDeliveryRow[]> => {
  const isDue = sql`d."webhookId" = ${webhookId} and d.state = 'pending' and d."nextAttemptAt" <= ${now}::timestamptz
    and d.id <> all(${[...without]}::text[])`;
  return reader.rows(sql`(select d.* from webhook_deliveries d where ${isDue} and d.step = 0
      order by d.position limit ${limit}::int)
    union all
    (select d.* from webhook_deliveries d where ${isDue} and d.step > 0
      order by d."nextAttemptAt", d.position limit ${limit}::int)`);
};

/** Lists events by id, except those that are no longer kept. */
export const listEventsById = (reader: Sql, ids: readonly string[]): Promise<EventRow[]> =>
  reader.rows(sql`select e.* from events e where e.id = any(${[...ids]}::text[])`);

interface Body {
  readonly id: string;
  readonly body: string;
}

/** Keeps the bodies of deliveries that have none, and returns those that they have, by id. */
export async function keepBodies(writer: Sql, bodies: readonly Body[]): Promise<Map<string, string>> {
  const rows = await writer.rows<Body>(sql`update webhook_deliveries d set body = coalesce(d.body, new.body)
    from jsonb_to_recordset(${JSON.stringify(bodies)}::jsonb) as new(id text, body text)
    where d.id = new.id returning d.id, d.body`);
  return new Map(rows.map(({ id, body }) => [id, body]));
}

interface WrittenAttempt {
  readonly delivery: WebhookDeliveryRow;
  readonly attempt: Attempt;
  readonly state: DeliveryState;
  readonly nextAttemptAt: Date | null;
  readonly at: Date;
}

/** SQL that writes an attempt to its delivery, where another run has not. A schedule that has begun anew meanwhile goes on. */
const written = ({ delivery, attempt, state, nextAttemptAt, at }: WrittenAttempt): Fragment => {
  const { id, attempts, step, nextAttemptAt: dueAt } = delivery;
  const isAnew = sql`(d.step <> ${step}::int or d."nextAttemptAt" <> ${dueAt}::timestamptz)`;
  return sql`update webhook_deliveries d set attempts = attempts + 1,
      state = case when ${isAnew} then state else ${state} end, step = case when ${isAnew} then step else step + 1 end,
      "nextAttemptAt" = case when ${isAnew} then "nextAttemptAt" else ${nextAttemptAt}::timestamptz end,
      "attemptedAt" = ${at}::timestamptz, status = ${attempt.status}::int, response = ${attempt.response},
      error = ${attempt.error}, "durationMs" = ${attempt.durationMs}::int
    where id = ${id} and state = 'pending' and attempts = ${attempts}::int`;
};

/** Writes an attempt to its delivery. False when another run has written it, or the delivery has ended or is gone. */
export const writeAttempt = async (writer: Sql, attempt: WrittenAttempt): Promise<boolean> =>
  (await writer.first(sql`${written(attempt)} returning id`)) !== null;

/** An attempt that was accepted. */
export type Accepted = Pick<WrittenAttempt, 'delivery' | 'attempt' | 'at'>;

/**
 * Writes an attempt that was accepted, and that the webhook does not fail, in one statement. Returns the webhook as it was before; null
 * when it is no longer active.
 */
export const recordAccepted = (writer: Sql, { delivery, ...rest }: Accepted): Promise<ActiveWebhook | null> => {
  const { webhookId, position } = delivery;
  return writer.first(sql`with locked as materialized (
      select id from webhooks where id = ${webhookId} for no key update
    ), written as (
      ${written({ delivery, ...rest, state: 'delivered', nextAttemptAt: null })} and exists (select from locked) returning id
    ), noted as (
      update webhooks w set failures = 0, "failingSince" = null, delivered = greatest(w.delivered, ${position}::bigint)
      from written where w.id = ${webhookId} and (w.failures > 0 or w.delivered < ${position}::bigint)
    )
    ${selectActive(webhookId)}`);
};

/** SQL condition: the schedule of delivery `d` has begun anew since attempt `g` was made. */
const isAnewBeside = raw('(d.step <> g.step or d."nextAttemptAt" <> g."dueAt")');

/**
 * Does what `recordAccepted` does for attempts of several webhooks, in one statement, but for those that another transaction has locked.
 * Returns the other webhooks as they were before, active or not.
 */
export const recordAcceptedTogether = (writer: Sql, accepted: readonly Accepted[]): Promise<ActiveWebhook[]> => {
  const given = accepted.map(({ delivery, attempt, at }) => ({
    id: delivery.id,
    webhookId: delivery.webhookId,
    attempts: delivery.attempts,
    step: delivery.step,
    dueAt: delivery.nextAttemptAt,
    at,
    status: attempt.status,
    response: attempt.response,
    durationMs: attempt.durationMs,
  }));
  return writer.rows(sql`with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(id text, "webhookId" text, attempts int, step int,
        "dueAt" timestamptz, at timestamptz, status int, response text, "durationMs" int)
    ), locked as materialized (
      select id from webhooks where id in (select "webhookId" from given) order by id for no key update skip locked
    ), written as (
      update webhook_deliveries d set attempts = d.attempts + 1,
        state = case when ${isAnewBeside} then d.state else 'delivered' end,
        step = case when ${isAnewBeside} then d.step else d.step + 1 end,
        "nextAttemptAt" = case when ${isAnewBeside} then d."nextAttemptAt" end,
        "attemptedAt" = g.at, status = g.status, response = g.response, error = null, "durationMs" = g."durationMs"
      from given g join locked on locked.id = g."webhookId"
      where d.id = g.id and d.state = 'pending' and d.attempts = g.attempts
      returning d."webhookId", d.position
    ), noted as (
      update webhooks w set failures = 0, "failingSince" = null, delivered = greatest(w.delivered, latest.position)
      from (select "webhookId", max(position) as position from written group by 1) latest
      where w.id = latest."webhookId" and (w.failures > 0 or w.delivered < latest.position)
    )
    select w.*, r."integrationId" from webhooks w left join installation_webhooks r on r."webhookId" = w.id
    where w.id in (select id from locked)`);
};
