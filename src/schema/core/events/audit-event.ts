import { maxAuditPage, maxEventCount, type EventSource } from '../../../domain/core/events/fields.ts';
import type { EventType } from '../../../domain/core/events/catalogue.ts';
import { eventPattern } from '../../../domain/core/events/patterns.ts';
import type { Event as EventModel } from '../../../domain/core/events/events.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import {
  actorTypes,
  findActor,
  getAuditEvent,
  listAuditActions,
  listAuditEvents,
  readsClients,
} from '../../../domain/people/organizations/audit-log.ts';
import { kebab, typeOfId } from '../../../lib/ids.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgsUpTo, pageRequest, toConnection } from '../../connection.ts';
import { contractEnum } from '../../enums.ts';
import { User } from '../../people/users/user.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { eventFields, EventTypeEnum } from './event-fields.ts';
import { EventSourceEnum } from './event-source.ts';

const ActorTypeEnum = contractEnum('AuditActorType', 'Who is behind an entry of an audit log.', actorTypes);

const AuditActor = builder.objectRef<Awaited<ReturnType<typeof findActor>>>('AuditActor').implement({
  description: 'Who did what an entry of an audit log tells of.',
  fields: (t) => ({
    type: t.expose('type', { type: ActorTypeEnum, description: 'Who is behind it.' }),
    actorId: t.exposeID('id', { description: 'Id of the user; `system` for what the service did itself.' }),
    label: t.exposeString('label', { nullable: true, description: 'Name to show; null when the user is gone.' }),
    user: t.expose('user', {
      type: User,
      nullable: true,
      description: 'The user; null for what the service did itself.',
    }),
  }),
});

const AuditEventAction = builder.objectRef<{ type: EventType; label: string }>('AuditEventAction').implement({
  description: 'An action that an audit log may have.',
  fields: (t) => ({
    type: t.expose('type', { type: EventTypeEnum, description: 'The action, which is a type of event.' }),
    name: t.exposeString('type', {
      description: 'The action as `action` of `auditEvents` takes it, such as `space.updated`.',
    }),
    label: t.exposeString('label', { description: 'What was done, in a sentence.' }),
  }),
});

const forNarrow = 'and for tokens without the scope `org:members:read`';

const AuditEvent = builder.objectRef<EventModel>('AuditEvent').implement({
  description: 'An entry of the audit log of an organization: an event, with how it was brought about. Admins only.',
  fields: (t) => ({
    eventId: t.exposeID('id', { description: 'Id of the event, which is the same in the feed if that shows it.' }),
    ...eventFields(t),
    action: t.expose('type', { type: EventTypeEnum, description: 'What was done: the type of the event.' }),
    occurredAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was done.' }),
    performer: t.field({
      type: AuditActor,
      description: 'Who did it: `actor`, or the service itself.',
      resolve: (event, _args, ctx) => findActor(ctx, event),
    }),
    targetType: t.string({
      nullable: true,
      description: 'Type of what it was done to, such as `space`; null when its id does not tell.',
      resolve: ({ subjectId }) => {
        const type = typeOfId(subjectId);
        return type === null ? null : kebab(type);
      },
    }),
    targetId: t.exposeID('subjectId', { description: 'Id of what it was done to.' }),
    targetTitle: t.exposeString('subjectLabel', {
      nullable: true,
      description: 'Title or name that the target had then; null when it has none.',
    }),
    source: t.field({
      type: EventSourceEnum,
      description: 'How the operation was called.',
      resolve: ({ source }) => source as EventSource,
    }),
    requestId: t.exposeString('requestId', {
      description: 'Id of the request, as its answer had it in `X-Request-Id`; of the job for a background job.',
    }),
    tokenId: t.id({
      nullable: true,
      description: `Id of the token of the request; null without one, when it is gone, ${forNarrow}.`,
      resolve: ({ tokenId }, _args, ctx) => (readsClients(ctx) ? tokenId : null),
    }),
    address: t.string({
      nullable: true,
      description: `Address of the client; null for jobs, when the instance stores no addresses, ${forNarrow}.`,
      resolve: ({ address }, _args, ctx) => (readsClients(ctx) ? address : null),
    }),
    userAgent: t.string({
      nullable: true,
      description: `How the client named itself; null when it did not, ${forNarrow}.`,
      resolve: ({ userAgent }, _args, ctx) => (readsClients(ctx) ? userAgent : null),
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the entry in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'audit-events', id),
    }),
  }),
});

const AuditEventConnection = connectionOf(AuditEvent, 'AuditEvent', 'an entry', 'entries of an audit log');

builder.objectFields(Organization, (t) => ({
  auditEventActions: t.field({
    type: [AuditEventAction],
    description: 'Every action that the audit log may have. Organization admins only.',
    resolve: ({ id }, _args, ctx) => listAuditActions(ctx, id),
  }),
  auditEvent: t.field({
    type: AuditEvent,
    nullable: true,
    description: 'An entry of the audit log by the id of the event. Organization admins only.',
    args: { id: t.arg.id({ required: true, description: 'Id of the event.' }) },
    resolve: ({ id: organizationId }, { id }, ctx) => getAuditEvent(ctx, id, organizationId),
  }),
  auditEvents: t.field({
    type: AuditEventConnection,
    description: `Who did what in the organization, the latest first. \`count\` ends at ${maxEventCount}. Organization admins only.`,
    args: {
      startsAt: t.arg({ type: 'DateTime', description: 'The earliest time; that of the first entry when omitted.' }),
      endsAt: t.arg({ type: 'DateTime', description: 'The time before which to list; now when omitted.' }),
      action: t.arg.string({
        description: 'What was done, or `space.*` for all that begins so; everything when omitted.',
        validate: eventPattern(),
      }),
      actorId: t.arg.id({ description: 'Id of the user who did it; all when omitted.' }),
      targetId: t.arg.id({ description: 'Id of what it was done to; everything when omitted.' }),
      ...pageArgsUpTo(maxAuditPage),
    },
    resolve: async ({ id }, { startsAt, endsAt, action, actorId, targetId, ...page }, ctx, info) => {
      const filter = {
        from: startsAt ?? null,
        to: endsAt ?? null,
        types: action ? [action] : null,
        actorId: actorId ?? null,
        subjectId: targetId ?? null,
      };
      return toConnection(await listAuditEvents(ctx, id, filter, pageRequest(page, info)));
    },
  }),
}));
