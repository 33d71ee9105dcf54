import { withInput } from '../../../lib/watched-inputs.ts';
import {
  createWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookWithSecret,
} from '../../../domain/exchange/webhooks/change-webhooks.ts';
import { redeliver, redeliverAll } from '../../../domain/exchange/webhooks/deliveries.ts';
import {
  CreateWebhookInput,
  RedeliverWebhookInput,
  UpdateWebhookInput,
} from '../../../domain/exchange/webhooks/inputs.ts';
import { isAccepted, type Attempt } from '../../../domain/exchange/webhooks/attempt.ts';
import { testWebhook } from '../../../domain/exchange/webhooks/test-webhook.ts';
import type { Webhook as WebhookModel } from '../../../domain/exchange/webhooks/webhooks.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { inOrganization } from '../../people/organizations/organization.ts';
import { WebhookDelivery } from './delivery.ts';
import { Webhook } from './webhook.ts';

const admins = 'For admins of what it belongs to.';

const organizationArg = builder.args((t) => ({ organizationId: t.id({ required: true }) }));

const webhookArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  webhookId: t.id({ required: true }),
}));

const deliveryArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  webhookId: t.id({ required: true }),
  deliveryId: t.id({ required: true }),
}));

/** Defines a payload of a webhook with its secret. */
const withSecret = (name: 'CreateWebhookPayload' | 'RotateWebhookSecretPayload', mutationName: string) =>
  builder.objectRef<WebhookWithSecret>(name).implement({
    description: `The result of \`${mutationName}\`.`,
    fields: (t) => ({
      webhook: t.field({
        type: Webhook,
        description: 'The webhook that has the secret.',
        resolve: ({ webhook }) => webhook,
      }),
      secret: t.exposeString('secret', {
        description: 'The secret that signs what is sent. It is stored encrypted and cannot be read again.',
      }),
    }),
  });

mutation('createWebhook', {
  description: `Adds a webhook, which is sent events from now on, and returns its secret once. ${admins}`,
  args: organizationArg,
  input: { form: CreateWebhookInput, description: 'Fields of the new webhook.' },
  payload: withSecret('CreateWebhookPayload', 'createWebhook'),
  resolve: (ctx, { organizationId, input }) => createWebhook(ctx, withInput(input, { organizationId })),
});

mutation('updateWebhook', {
  description: `Updates the settings of a webhook, or activates it again. ${admins}`,
  args: webhookArgs,
  input: { form: UpdateWebhookInput, description: 'Fields to update.' },
  payload: shows('webhook', Webhook, 'The updated webhook.'),
  resolve: (ctx, { input, ...key }) => updateWebhook(ctx, key, input),
});

mutation('deleteWebhook', {
  description: `Removes a webhook with the log of its deliveries. ${admins}`,
  args: webhookArgs,
  payload: showsDeleted('Id of the deleted webhook.', inOrganization),
  resolve: async (ctx, key) => ({ deletedId: await deleteWebhook(ctx, key), organizationId: key.organizationId }),
});

mutation('rotateWebhookSecret', {
  description: `Gives a webhook a new secret and returns it once. The one before signs as well for 24 hours. ${admins}`,
  args: webhookArgs,
  payload: withSecret('RotateWebhookSecretPayload', 'rotateWebhookSecret'),
  resolve: (ctx, key) => rotateWebhookSecret(ctx, key),
});

const TestWebhookPayload = builder.objectRef<Attempt>('TestWebhookPayload').implement({
  description: 'The result of `testWebhook`.',
  fields: (t) => ({
    delivered: t.boolean({ description: 'Whether the address has answered with a 2xx status.', resolve: isAccepted }),
    status: t.exposeInt('status', { nullable: true, description: 'Status of the answer; null without an answer.' }),
    response: t.exposeString('response', { nullable: true, description: 'The first characters of the answer.' }),
    error: t.exposeString('error', { nullable: true, description: 'Why there was no answer.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long the call took, in milliseconds.' }),
  }),
});

mutation('testWebhook', {
  description: `Sends \`webhook.test\` to a webhook, active or not, and returns the answer. It is sent once, and is in no feed. ${admins}`,
  args: webhookArgs,
  payload: TestWebhookPayload,
  extensions: { longRunning: true },
  resolve: (ctx, key) => testWebhook(ctx, key),
});

mutation('redeliverWebhookDelivery', {
  description: `Sends an event to a webhook again: the same body and id, with the attempts of a new one. ${admins}`,
  args: deliveryArgs,
  payload: shows('delivery', WebhookDelivery, 'The delivery, which is due.'),
  resolve: (ctx, key) => redeliver(ctx, key),
});

const RedeliverWebhookPayload = builder
  .objectRef<{ readonly webhook: WebhookModel; readonly count: number }>('RedeliverWebhookPayload')
  .implement({
    description: 'The result of `redeliverWebhook`.',
    fields: (t) => ({
      webhook: t.field({
        type: Webhook,
        description: 'The webhook whose events are sent again.',
        resolve: ({ webhook }) => webhook,
      }),
      count: t.exposeInt('count', { description: 'Number of events that are sent again, at most 1,000 per call.' }),
    }),
  });

mutation('redeliverWebhook', {
  description: `Sends the events of a time to a webhook again, the earliest first. ${admins}`,
  args: webhookArgs,
  input: { form: RedeliverWebhookInput, description: 'Which events to send again.' },
  payload: RedeliverWebhookPayload,
  resolve: (ctx, { input, ...key }) => redeliverAll(ctx, key, input),
});
