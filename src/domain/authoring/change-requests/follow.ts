import type { Context } from '../../core/context.ts';
import { eventTypes, type EventType } from '../../core/events/catalogue.ts';
import type { EventBatches } from '../../core/streams/answers.ts';
import { followEventsInSpace } from '../spaces/follow-events.ts';
import { getChangeRequest } from './change-requests.ts';

/** The types of events that are about a change request and its reviews. */
const types = (Object.keys(eventTypes) as EventType[]).filter((type) => eventTypes[type].readers === 'changeRequests');

/**
 * Returns the id of a change request at once, and again after changes of it or of its reviews. Throws not_found when the
 * caller may not see it, or no longer.
 */
export async function followChangeRequest(outer: Context, id: string): Promise<EventBatches<string>> {
  const authorize = async (ctx: Context) => (await getChangeRequest(ctx, { id })).spaceId;
  return changesOf(id, await followEventsInSpace(outer, { authorize, types, changeRequestId: id, since: null }));
}

async function* changesOf(id: string, events: EventBatches<unknown>): AsyncGenerator<[string], void, undefined> {
  yield [id];
  for await (const _events of events) yield [id];
}
