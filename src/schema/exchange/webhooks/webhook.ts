import { disabledReasons, WebhookUrl, type DisabledReason } from '../../../domain/exchange/webhooks/fields.ts';
import { getWebhook, listWebhooks, type Webhook as WebhookModel } from '../../../domain/exchange/webhooks/webhooks.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { ownId } from '../../plain-fields.ts';

export const Webhook = builder.objectRef<WebhookModel>('Webhook');

const DisabledReasonEnum = contractEnum(
  'WebhookDisabledReason',
  'Why a webhook is not active although nobody has deactivated it.',
  disabledReasons,
);

builder.node(Webhook, {
  description:
    'An address to which events are sent by signed calls. Visible to the admins of what it belongs to, and of the organization.',
  id: { description: 'Id of the webhook.', resolve: ownId },
  loadOne: (webhookId, ctx) => getWebhook(ctx, { webhookId }),
  fields: (t) => ({
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization whose events it is sent.' }),
    spaceId: t.exposeID('spaceId', {
      nullable: true,
      description: 'Id of the space to whose events it is limited; null for another place, or none.',
    }),
    collectionId: t.exposeID('collectionId', {
      nullable: true,
      description: 'Id of the collection to whose events it is limited, with everything in it.',
    }),
    siteId: t.exposeID('siteId', { nullable: true, description: 'Id of the site to whose events it is limited.' }),
    pageId: t.exposeID('pageId', { nullable: true, description: 'Id of the page to whose events it is limited.' }),
    url: t.expose('url', {
      type: 'URL',
      description: 'Where events are sent by POST.',
      extensions: { limits: WebhookUrl },
    }),
    types: t.stringList({
      description: 'Types of events that are sent: `space.updated`, `space.*` for those that begin so, or `*` for all.',
      resolve: ({ types }) => [...types],
    }),
    description: t.exposeString('description', { nullable: true, description: 'What the webhook is for.' }),
    active: t.boolean({
      description: 'Whether events are sent: false also while the place that it belongs to is deleted or elsewhere.',
      resolve: ({ active, lostPlace }) => active && lostPlace === null,
    }),
    disabledReason: t.field({
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Why it is not active although nobody has deactivated it; null when it is, or when somebody has.',
      resolve: ({ disabledReason, lostPlace }) => (disabledReason as DisabledReason | null) ?? lostPlace,
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the service has deactivated it; null when it has not.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the webhook was added.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When a setting or the secret of the webhook was last changed.',
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the webhook in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'webhooks', id),
    }),
  }),
});

const WebhookConnection = connectionOf(Webhook, 'Webhook', 'a webhook', 'webhooks');

builder.objectFields(Organization, (t) => ({
  webhook: t.field({
    type: Webhook,
    nullable: true,
    description: 'A webhook by id, for the admins of what it belongs to.',
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook.' }) },
    resolve: ({ id: organizationId }, { id: webhookId }, ctx) => getWebhook(ctx, { organizationId, webhookId }),
  }),
  webhooks: t.field({
    type: WebhookConnection,
    description: 'The webhooks whose place the caller is an admin of, newest first.',
    args: { ...pageArgs },
    resolve: async ({ id }, args, ctx, info) => toConnection(await listWebhooks(ctx, id, pageRequest(args, info))),
  }),
}));
