import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { followEvents, type EventStream } from '../../core/events/follow.ts';
import type { EventFilter } from '../../core/events/queries/events.ts';
import { loadSpace } from './spaces.ts';

interface Followed extends Pick<EventFilter, 'since' | 'types' | 'changeRequestId'> {
  /** Throws when the caller may not read the stream. Returns the id of the space to which it belongs. */
  readonly authorize: (ctx: Context) => Promise<string>;
}

/**
 * Returns the events of something in a space as they happen. Throws as `followEvents` does; conflict when the space moves to
 * another organization, whose events are others.
 */
export async function followEventsInSpace(outer: Context, { authorize, ...filter }: Followed): Promise<EventStream> {
  const spaceId = await authorize(outer);
  const { organizationId } = await loadSpace(outer, spaceId);
  return followEvents(outer, {
    name: 'space',
    organizationId,
    filter: { ...filter, spaceId, siteId: null },
    authorize: async (ctx) => {
      const space = await loadSpace(ctx, await authorize(ctx));
      if (space.organizationId !== organizationId)
        throw failure('conflict', 'The space was transferred to another organization. Subscribe again');
    },
  });
}
