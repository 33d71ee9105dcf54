import type { Actor } from '../../../../access/actor.ts';
import type { KeysetList } from '../../../../db/keyset.ts';
import type { DeliveryState } from '../fields.ts';
import { raw, sql } from '../../../../db/sql.ts';
import { placedWebhookColumns } from '../../../../loaders/webhooks.ts';
import { typesOf } from '../../../core/events/patterns.ts';
import { withRanks } from '../../../core/events/queries/events.ts';

/** Keyset list of the `PlacedWebhookRow` of an organization that the caller may see, newest first. */
export const webhooksList = (organizationId: string, actor: Actor): KeysetList => ({
  name: 'webhooks',
  filters: [organizationId],
  with: withRanks(organizationId, actor),
  select: placedWebhookColumns,
  from: raw(`from webhooks w cross join caller
    left join ranked on ranked.id = coalesce(w."spaceId", w."collectionId", w."siteId")`),
  where: [
    sql`w."organizationId" = ${organizationId}`,
    raw('cardinality(w.types) > 0'),
    raw(`(caller.rank = role_rank('admin') or ranked.rank = role_rank('admin'))`),
  ],
  sort: { by: 'w."createdAt"', type: 'timestamptz', id: 'w.id' },
  direction: 'desc',
});

export interface DeliveriesFilter {
  readonly state: DeliveryState | null;
  /** A pattern of types. */
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
    type === null ? null : sql`d.type = any(${typesOf([type])}::text[])`,
  ],
  sort: { by: 'd.position', type: 'bigint', id: 'd.id' },
  direction: 'desc',
});
