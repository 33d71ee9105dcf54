import * as z from 'zod';
import { listEventTypes, type EventTypeInfo as EventTypeInfoModel } from '../../../domain/core/events/event-types.ts';
import { builder } from '../../builder.ts';
import { EventTypeEnum } from './event-fields.ts';

const EventTypeInfo = builder.objectRef<EventTypeInfoModel>('EventTypeInfo').implement({
  description: 'What is known of a type of event.',
  fields: (t) => ({
    type: t.expose('type', { type: EventTypeEnum, description: 'The type that an event has.' }),
    meaning: t.exposeString('meaning', { description: 'What has happened, in a sentence.' }),
    readers: t.exposeString('readers', { description: 'Who reads such events, in a few words.' }),
    scope: t.exposeString('scope', { description: 'The scope that a token needs to read them, besides `org:read`.' }),
    auditOnly: t.exposeBoolean('auditOnly', {
      description: 'Whether they are in the audit log alone: no feed and no stream has them.',
    }),
    dataSchema: t.field({
      type: 'JSON',
      extensions: { limits: z.record(z.string(), z.unknown()) },
      description: 'JSON Schema of the `data` of such events; see “What events say” in “Events”.',
      resolve: ({ dataSchema }) => dataSchema,
    }),
  }),
});

builder.queryField('eventTypes', (t) =>
  t.field({
    type: [EventTypeInfo],
    description: 'Every type of event, in the order of the reference.',
    resolve: (_root, _args, ctx) => listEventTypes(ctx),
  }),
);
