import type { Context } from '../../core/context.ts';
import { followEvents, type EventStream } from '../../core/events/follow.ts';
import type { EventFilter } from '../../core/events/queries/events.ts';
import { getOrganization } from './organizations.ts';

/** Returns the events of an organization as they happen. Throws as `followEvents` does; not_found for those who are no members. */
export const followOrganizationEvents = (
  outer: Context,
  organizationId: string,
  filter: EventFilter,
): Promise<EventStream> =>
  followEvents(outer, {
    name: 'organization',
    organizationId,
    filter,
    authorize: (ctx) => getOrganization(ctx, organizationId),
  });
