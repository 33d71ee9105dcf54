import { IntegrationEventStatus } from '../../../domain/exchange/integrations/fields.ts';
import {
  getSentEvent,
  listSentEvents,
  type SentEvent as SentEventModel,
} from '../../../domain/exchange/integrations/sent-events.ts';
import { freeForms } from '../../../lib/free-forms.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { Integration } from './integration.ts';

const IntegrationEvent = builder.objectRef<SentEventModel>('IntegrationEvent').implement({
  description: 'An event that was sent to the address of an integration. Kept for 30 days.',
  fields: (t) => ({
    eventId: t.exposeID('eventId', { description: 'Id of the event, which each attempt sends as `webhook-id`.' }),
    integrationId: t.exposeID('integrationId', { description: 'Id of the integration to whose address it was sent.' }),
    installationId: t.exposeID('installationId', { description: 'Id of the installation to which it was sent.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was given to the integration.' }),
    payload: t.field({
      type: 'JSON',
      description: `The body that was sent. ${freeForms.integrationEvent}`,
      resolve: ({ payload }) => payload,
    }),
    status: t.expose('status', {
      type: enumOf(IntegrationEventStatus),
      description: 'Whether it has reached the address.',
    }),
  }),
});

const IntegrationEventConnection = connectionOf(IntegrationEvent, 'IntegrationEvent', 'an event', 'events');

builder.objectFields(Integration, (t) => ({
  event: t.field({
    type: IntegrationEvent,
    nullable: true,
    description: 'An event that was sent to the address of the integration. For those who list `events`.',
    args: { id: t.arg.id({ required: true, description: 'Id of the event.' }) },
    resolve: ({ name }, { id }, ctx) => getSentEvent(ctx, name, id),
  }),
  events: t.field({
    type: IntegrationEventConnection,
    description:
      'The events that were sent to the address of the integration in the last 30 days, newest first. For the integration, and for admins of the organization that owns it. The token of an installation lists what was sent to that installation.',
    args: { ...pageArgs },
    resolve: async ({ name }, page, ctx) => toConnection(await listSentEvents(ctx, name, pageRequest(page))),
  }),
}));
