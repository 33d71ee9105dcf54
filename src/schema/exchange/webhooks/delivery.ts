import { eventPattern } from '../../../domain/core/events/patterns.ts';
import { DeliveryState } from '../../../domain/exchange/webhooks/fields.ts';
import {
  getDelivery,
  listDeliveries,
  exchangeOf,
  type WebhookDelivery as DeliveryModel,
} from '../../../domain/exchange/webhooks/deliveries.ts';
import { sentTypes } from '../../../domain/exchange/webhooks/patterns.ts';
import { getWebhook } from '../../../domain/exchange/webhooks/webhooks.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { EventTypeEnum } from '../../core/events/event-fields.ts';
import { enumOf } from '../../form-members.ts';
import { ownId } from '../../plain-fields.ts';
import type { EventType } from '../../../domain/core/events/catalogue.ts';
import { Webhook } from './webhook.ts';

export const WebhookDelivery = builder.objectRef<DeliveryModel>('WebhookDelivery');

const StateEnum = enumOf(DeliveryState);

builder.node(WebhookDelivery, {
  description:
    'An event for a webhook, with what came of the last attempt to send it. Kept for 30 days; what the webhook has missed since the last event that it has accepted, as long as the event.',
  id: { description: 'Id of the delivery.', resolve: ownId },
  loadOne: (deliveryId, ctx) => getDelivery(ctx, { deliveryId }),
  fields: (t) => ({
    webhook: t.field({
      type: Webhook,
      description: 'The webhook that the event is for.',
      resolve: ({ webhookId }, _args, ctx) => getWebhook(ctx, { webhookId }),
    }),
    webhookId: t.exposeID('webhookId', { description: 'Id of the webhook that the event is for.' }),
    eventId: t.exposeID('eventId', { description: 'Id of the event, which each attempt sends as `webhook-id`.' }),
    position: t.exposeFloat('position', { description: 'Position of the event in its organization.' }),
    type: t.field({
      type: EventTypeEnum,
      description: 'Type of the event.',
      resolve: ({ type }) => type as EventType,
    }),
    state: t.expose('state', { type: StateEnum, description: 'Whether the event has reached the address.' }),
    attempts: t.exposeInt('attempts', { description: 'Number of attempts so far, redeliveries included.' }),
    request: t.string({
      nullable: true,
      description:
        'The body that is sent, the same with each attempt; null before the first one, and for a token without the scopes of the type.',
      resolve: (delivery, _args, ctx) => exchangeOf(ctx, delivery).body,
    }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'Status of the answer to the last attempt; null without an answer.',
    }),
    response: t.string({
      nullable: true,
      description: 'The first characters of that answer; null for a token without the scopes of the type.',
      resolve: (delivery, _args, ctx) => exchangeOf(ctx, delivery).response,
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why the last attempt got no answer.' }),
    durationMs: t.exposeInt('durationMs', {
      nullable: true,
      description: 'How long the last attempt took, in milliseconds.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the event was given to the webhook.' }),
    attemptedAt: t.expose('attemptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last attempt was made; null before the first one.',
    }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due; null when none is.',
    }),
  }),
});

const DeliveryConnection = connectionOf(WebhookDelivery, 'WebhookDelivery', 'a delivery', 'deliveries');

builder.objectFields(Webhook, (t) => ({
  delivery: t.field({
    type: WebhookDelivery,
    nullable: true,
    description: 'A delivery of the webhook by id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the delivery.' }) },
    resolve: ({ id: webhookId }, { id: deliveryId }, ctx) => getDelivery(ctx, { webhookId, deliveryId }),
  }),
  deliveries: t.field({
    type: DeliveryConnection,
    description:
      'The events that were given to the webhook in the last 30 days, and those that it has missed, the newest first.',
    args: {
      state: t.arg({ type: StateEnum, description: 'State of the deliveries; all when omitted.' }),
      type: t.arg.string({
        description: 'Type of the events, or `space.*` for those that begin so; all when omitted.',
        validate: eventPattern(sentTypes),
      }),
      ...pageArgs,
    },
    resolve: async ({ id: webhookId }, { state, type, ...page }, ctx, info) => {
      const filter = { state: state ?? null, type: type ?? null };
      return toConnection(await listDeliveries(ctx, { webhookId }, filter, pageRequest(page, info)));
    },
  }),
}));
