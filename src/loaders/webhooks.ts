import type { Webhook, WebhookDelivery } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A webhook as it is stored. The driver reads a bigint as a number. */
export interface WebhookRow extends Omit<Stored<Webhook>, 'cursor' | 'delivered'> {
  readonly cursor: number;
  readonly delivered: number;
}

/** A delivery as it is stored. */
export interface WebhookDeliveryRow extends Omit<Stored<WebhookDelivery>, 'position'> {
  readonly position: number;
}

/** Loads webhooks by id, without those of installations. */
export const webhookLoader = (reader: Sql) =>
  byKey<WebhookRow>(
    reader,
    (ids) => sql`select w.* from webhooks w where w.id = ${anyOf(ids)} and cardinality(w.types) > 0`,
    ({ id }) => id,
  );

/** Loads deliveries by id. */
export const webhookDeliveryLoader = (reader: Sql) =>
  byKey<WebhookDeliveryRow>(
    reader,
    (ids) => sql`select d.* from webhook_deliveries d where d.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );
