import * as z from 'zod';
import { DateTime, Id, idForm, inputForm, omittable } from '../../../lib/form-types.ts';
import { DeliveryState, WebhookDescription, WebhookResumption, WebhookTypes, WebhookUrl } from './fields.ts';

const url = 'Where events are sent by POST. It must begin with `https`, unless the instance allows the host.';
const types = 'Types of events to send: `space.updated`, `space.*` for all that begin so, or `*` for all.';
const description = 'What the webhook is for.';

export const CreateWebhookInput = inputForm(
  'CreateWebhook',
  'Fields of a new webhook. With a space, a collection or a site, it is sent the events that belong there; with none, all events of the organization.',
  {
    url: WebhookUrl.describe(url),
    types: WebhookTypes.describe(types),
    spaceId: Id.apply(omittable).describe('Id of the space whose events are sent alone.'),
    collectionId: Id.apply(omittable).describe(
      'Id of the collection whose events are sent alone, with those of everything in it.',
    ),
    siteId: Id.apply(omittable).describe('Id of the site whose events are sent alone.'),
    pageId: idForm(100)
      .apply(omittable)
      .describe('Id of a page of the main content of the space, to be sent changes and comments of it alone.'),
    description: WebhookDescription.apply(omittable).describe(description),
    active: z.boolean().default(true).describe('Whether events are sent.'),
  },
);

export const UpdateWebhookInput = inputForm('UpdateWebhook', 'Fields to update; omitted fields stay unchanged.', {
  url: WebhookUrl.optional().describe(url),
  types: WebhookTypes.optional().describe(types),
  description: WebhookDescription.nullish().describe(description),
  active: z.boolean().optional().describe('Whether events are sent.'),
  resumeFrom: WebhookResumption.optional().describe(
    'Where a webhook continues that becomes active again; `now` when omitted.',
  ),
});

export const RedeliverWebhookInput = inputForm('RedeliverWebhook', 'Which deliveries to repeat.', {
  from: DateTime.apply(omittable).describe('The earliest time of the event; all when omitted.'),
  to: DateTime.apply(omittable).describe('The time before which the event was; now when omitted.'),
  state: DeliveryState.default('failed').describe(
    'Which deliveries to repeat: those that have failed, that were delivered, or that wait for their next attempt.',
  ),
});
