import type { Webhook, WebhookDelivery } from '../db/generated/client.ts';
import type { Stored } from '../db/rows.ts';
import { anyOf, raw, sql, type Sql } from '../db/sql.ts';
import { byKey } from './batch.ts';

/** A webhook as it is stored. The driver reads a bigint as a number. */
export interface WebhookRow extends Omit<Stored<Webhook>, 'cursor' | 'delivered'> {
  readonly cursor: number;
  readonly delivered: number;
}

/** Why a webhook is sent nothing while its place is not there. */
export type LostPlace = 'place_deleted' | 'place_transferred';

/** A webhook with the state of its place. */
export interface PlacedWebhookRow extends WebhookRow {
  /** Null while the place is in the organization, and for a webhook of the organization. */
  readonly lostPlace: LostPlace | null;
}

/** SQL columns of a `PlacedWebhookRow` of webhook `w`. */
export const placedWebhookColumns = raw(`w.*, case
  when coalesce(w."spaceId", w."collectionId", w."siteId") is null then null
  else nullif((select coalesce(min(case when place."organizationId" <> w."organizationId" then 'place_transferred'
      when place."isDeleted" then 'place_deleted' else '' end), 'place_deleted')
    from (
      select s."organizationId", s."deletedAt" is not null as "isDeleted" from spaces s where s.id = w."spaceId"
      union all
      select c."organizationId", false from collections c where c.id = w."collectionId"
      union all
      select t."organizationId", false from sites t where t.id = w."siteId"
    ) place), '') end as "lostPlace"`);

/** A delivery as it is stored. */
export interface WebhookDeliveryRow extends Omit<Stored<WebhookDelivery>, 'position'> {
  readonly position: number;
}

/** Loads webhooks by id, without those of installations. */
export const webhookLoader = (reader: Sql) =>
  byKey<PlacedWebhookRow>(
    reader,
    (ids) =>
      sql`select ${placedWebhookColumns} from webhooks w where w.id = ${anyOf(ids)} and cardinality(w.types) > 0`,
    ({ id }) => id,
  );

/** Loads deliveries by id. */
export const webhookDeliveryLoader = (reader: Sql) =>
  byKey<WebhookDeliveryRow>(
    reader,
    (ids) => sql`select d.* from webhook_deliveries d where d.id = ${anyOf(ids)}`,
    ({ id }) => id,
  );
