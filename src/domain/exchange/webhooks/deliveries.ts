import { paginate } from '../../../db/keyset.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { WebhookDeliveryRow } from '../../../loaders/webhooks.ts';
import type { EventType } from '../../core/events/catalogue.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { maxRedelivered, type DeliveryState } from './fields.ts';
import { readsSent, requireTypes } from './patterns.ts';
import { deliveriesList, type DeliveriesFilter } from './queries/lists.ts';
import { addSendings, restartDeliveries } from './queries/restart.ts';
import { authorizedWebhook, getWebhook, type Webhook, type WebhookKey } from './webhooks.ts';

/** An event for a webhook, with the last attempt to deliver it. */
export interface WebhookDelivery extends Omit<WebhookDeliveryRow, 'state'> {
  readonly state: DeliveryState;
}

/** What was sent and answered: the answer may repeat the body, so a token without the scopes of the type has neither. */
export const exchangeOf = (
  { actor }: Context,
  { type, body, response }: WebhookDelivery,
): Pick<WebhookDelivery, 'body' | 'response'> =>
  readsSent(actor, type as EventType) ? { body, response } : { body: null, response: null };

/** Identifies a delivery, of a webhook if that is given. */
export interface DeliveryKey extends Partial<WebhookKey> {
  readonly deliveryId: string;
}

/** Lists the deliveries of a webhook, the newest event first. Requires `admin` of what the webhook belongs to. */
export async function listDeliveries(
  ctx: Context,
  key: WebhookKey,
  filter: DeliveriesFilter,
  page: PageRequest,
): Promise<Page<WebhookDelivery>> {
  const { id } = await getWebhook(ctx, key);
  return paginate<WebhookDelivery>(ctx, deliveriesList(id, filter), page);
}

/** Gets a delivery. Throws not_found, also to who may not see its webhook. */
export const getDelivery = (ctx: Context, key: DeliveryKey): Promise<WebhookDelivery> =>
  authorizedDelivery(ctx, key, 'view');

async function authorizedDelivery(
  ctx: Context,
  { deliveryId, webhookId, organizationId }: DeliveryKey,
  action: 'view' | 'manage',
): Promise<WebhookDelivery> {
  if (webhookId !== undefined) await authorizedWebhook(ctx, { organizationId, webhookId }, action);
  const delivery = (await ctx.loaders.webhookDelivery.load(deliveryId)) as WebhookDelivery | null;
  if (delivery === null || delivery.webhookId !== (webhookId ?? delivery.webhookId))
    throw notFound('webhook delivery', deliveryId);
  await authorizedWebhook(ctx, { organizationId, webhookId: delivery.webhookId }, action);
  return delivery;
}

/**
 * Sends an event to a webhook again, with the schedule of a new one: the same body and id, at another time. Requires `admin` of
 * what the webhook belongs to, and a token with the scopes of the type. Throws invalid_state while the webhook is not active.
 */
export function redeliver(outer: Context, key: DeliveryKey): Promise<WebhookDelivery> {
  return transact(outer, async (ctx) => {
    const { id, webhookId } = await authorizedDelivery(ctx, key, 'manage');
    const webhook = await authorizedWebhook(ctx, { webhookId }, 'manage');
    await restart(ctx, webhook, { deliveryId: id, state: null, from: null, to: null });
    return getDelivery(ctx, { deliveryId: id });
  });
}

interface RedeliveryFilter {
  readonly state: DeliveryState;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Sends the events of a time again, the earliest first. Returns their number. Throws as `redeliver`. */
export function redeliverAll(outer: Context, key: WebhookKey, given: RedeliveryFilter) {
  return transact(outer, async (ctx) => {
    const webhook = await authorizedWebhook(ctx, key, 'manage');
    const { state, from = null, to = null } = given;
    const count = await restart(ctx, webhook, { deliveryId: null, state, from, to });
    return { webhook: await getWebhook(ctx, key), count };
  });
}

type Restarted = Omit<Parameters<typeof restartDeliveries>[1], 'webhookId' | 'at' | 'limit'>;

async function restart(ctx: Context, { id, active }: Webhook, which: Restarted): Promise<number> {
  if (!active) throw failure('invalid_state', 'The webhook is not active');
  const types = await restartDeliveries(ctx.sql, { ...which, webhookId: id, at: ctx.now(), limit: maxRedelivered });
  requireTypes(ctx.actor, types);
  await addSendings(ctx.sql, [id]);
  ctx.afterCommit(() => ctx.jobSignals.wakeSending([id]));
  return types.length;
}
