import * as z from 'zod';
import { findCollection } from '../../../domain/authoring/collections/collections.ts';
import { findChangeRequest } from '../../../domain/authoring/change-requests/change-requests.ts';
import { findSpace } from '../../../domain/authoring/spaces/spaces.ts';
import { eventPatterns } from '../../../domain/core/events/patterns.ts';
import { EventOrder, maxEventCount } from '../../../domain/core/events/fields.ts';
import { getEvent, listEvents, type Event as EventModel } from '../../../domain/core/events/events.ts';
import type { EventFilter } from '../../../domain/core/events/queries/events.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { findSite } from '../../../domain/publishing/sites/sites.ts';
import { ChangeRequest } from '../../authoring/change-requests/change-request.ts';
import { Collection } from '../../authoring/collections/collection.ts';
import { Space } from '../../authoring/spaces/space.ts';
import { builder } from '../../builder.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { takes } from '../../form-inputs.ts';
import { Organization } from '../../people/organizations/organization.ts';
import { ownId } from '../../plain-fields.ts';
import { Site } from '../../publishing/sites/site.ts';
import { eventFields } from './event-fields.ts';

export const Event = builder.objectRef<EventModel>('Event');

builder.node(Event, {
  description:
    'Something that happened in an organization. Visible to those who may read now what it is about; when that is a deleted space, to admins of it; when it is gone, to admins of the organization.',
  id: { description: 'Id of the event.', resolve: ownId },
  loadOne: (id, ctx) => getEvent(ctx, id),
  fields: (t) => ({
    ...eventFields(t),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the event in the REST API.',
      resolve: ({ id, organizationId }, _args, ctx) => locationUrl(ctx.urls, 'orgs', organizationId, 'events', id),
    }),
  }),
});

builder.objectFields(Event, (t) => ({
  space: t.field({
    type: Space,
    nullable: true,
    description: 'The space to which it belongs; null for other events, and when it is gone.',
    resolve: ({ spaceId }, _args, ctx) => (spaceId === null ? null : findSpace(ctx, spaceId)),
  }),
  collection: t.field({
    type: Collection,
    nullable: true,
    description: 'The collection to which it belongs; null for other events, and when it is gone.',
    resolve: ({ collectionId }, _args, ctx) => (collectionId === null ? null : findCollection(ctx, collectionId)),
  }),
  site: t.field({
    type: Site,
    nullable: true,
    description: 'The site to which it belongs; null for other events, and when it is gone.',
    resolve: ({ siteId }, _args, ctx) => (siteId === null ? null : findSite(ctx, siteId)),
  }),
  changeRequest: t.field({
    type: ChangeRequest,
    nullable: true,
    description: 'The change request to which it belongs; null for other events, and when it is gone.',
    resolve: ({ changeRequestId }, _args, ctx) =>
      changeRequestId === null ? null : findChangeRequest(ctx, changeRequestId),
  }),
}));

/** The arguments that select events. */
export const eventArgs = builder.args((t) => ({
  types: t.stringList({
    description: 'Types to list: `space.updated`, `space.*` for those that begin so, or `*` for all; all when omitted.',
    validate: eventPatterns(),
  }),
  spaceId: t.id({ description: 'Id of the space of the events; all when omitted.' }),
  siteId: t.id({ description: 'Id of the site of the events; all when omitted.' }),
}));

/** The filter of given arguments. */
export const eventFilter = (asked: {
  readonly since?: number | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly spaceId?: string | null | undefined;
  readonly siteId?: string | null | undefined;
}): EventFilter => ({
  since: asked.since ?? null,
  types: asked.types ?? null,
  spaceId: asked.spaceId ?? null,
  siteId: asked.siteId ?? null,
});

const EventConnection = connectionOf(Event, 'Event', 'an event', 'events');

builder.objectFields(Organization, (t) => ({
  event: t.field({
    type: Event,
    nullable: true,
    description: 'An event by id. Null with an error when it does not exist or is hidden from the caller.',
    args: { id: t.arg.id({ required: true, description: 'Id of the event.' }) },
    resolve: ({ id: organizationId }, { id }, ctx) => getEvent(ctx, id, organizationId),
  }),
  events: t.field({
    type: EventConnection,
    description: `What happened in the organization, as far as the caller may read now what it is about. Nothing is skipped by continuing after the last position that was read. \`count\` ends at ${maxEventCount}.`,
    args: {
      since: t.arg.float({
        description:
          'Position after which to begin. 0 when omitted. It must be one that an event has had, and what follows must still be kept.',
        validate: z.int().min(0),
      }),
      ...eventArgs,
      orderBy: t.arg(takes(EventOrder, 'The order; the earliest first when omitted.')),
      ...pageArgs,
    },
    resolve: async ({ id }, { orderBy, after, first, before, last, ...asked }, ctx, info) => {
      const filter = { ...eventFilter(asked), direction: orderBy?.direction ?? ('asc' as const) };
      const page = { after, first, before, last };
      return toConnection(await listEvents(ctx, id, filter, pageRequest(page, info)));
    },
  }),
}));
