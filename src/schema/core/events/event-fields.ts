import * as z from 'zod';
import { eventTypes, type EventType } from '../../../domain/core/events/catalogue.ts';
import type { Event } from '../../../domain/core/events/events.ts';
import type { builder } from '../../builder.ts';
import { contractEnum } from '../../enums.ts';
import { actorFields } from './actor-fields.ts';
import { dataOf } from './event-data.ts';

type FieldBuilder = PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], Event>;

const meanings = Object.fromEntries(
  Object.entries(eventTypes).map(([type, { meaning }]) => [type, meaning]),
) as Readonly<Record<EventType, string>>;

export const EventTypeEnum = contractEnum('EventType', 'What has happened.', meanings);

/** What feeds, streams, webhooks and the audit log show of an event. */
export const eventFields = (t: FieldBuilder) => ({
  type: t.expose('type', { type: EventTypeEnum, description: 'What has happened.' }),
  position: t.exposeFloat('position', {
    extensions: { limits: z.int().min(1) },
    description:
      'Place in the order of the events of the organization: 1, 2, 3 and so on. Pass it as `since` to read what follows.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
  organizationId: t.exposeID('organizationId', { description: 'Id of the organization in which it happened.' }),
  subjectId: t.exposeID('subjectId', { description: 'Id of what the event is about.' }),
  subjectTitle: t.exposeString('subjectLabel', {
    nullable: true,
    description: 'Title or name that it had then; null when it has none.',
  }),
  ...actorFields(t, 'did it'),
  spaceId: t.exposeID('spaceId', { nullable: true, description: 'Id of the space to which it belongs.' }),
  collectionId: t.exposeID('collectionId', {
    nullable: true,
    description: 'Id of the collection to which it belongs.',
  }),
  siteId: t.exposeID('siteId', { nullable: true, description: 'Id of the site to which it belongs.' }),
  changeRequestId: t.exposeID('changeRequestId', {
    nullable: true,
    description: 'Id of the change request to which it belongs.',
  }),
  data: t.field({
    type: 'EventData',
    description: 'What the event says besides its subject, by its type; see “What events say” in “Events”.',
    resolve: (event, _args, ctx) => dataOf(ctx, event),
  }),
});
