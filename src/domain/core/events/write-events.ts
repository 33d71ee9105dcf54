import type { Context } from '../context.ts';
import type { EmittedEvent } from './emit.ts';
import { appendEvents } from './queries/events.ts';

/** Writes the events of a transaction. Its commit gives them their positions. */
export async function writeEvents(ctx: Context, emitted: readonly EmittedEvent[]): Promise<void> {
  const events = joinEvents(emitted);
  const organizationIds = [...new Set(events.map(({ subject }) => subject.organizationId))];
  // A transfer concerns two organizations. The order of their ids keeps two transfers from a deadlock.
  for (const organizationId of organizationIds.toSorted()) {
    const isDispatched = await appendEvents(ctx.sql, {
      organizationId,
      actorId: ctx.actor.userId,
      requestId: ctx.requestId,
      tokenId: ctx.actor.tokenId,
      origin: ctx.origin,
      createdAt: ctx.now(),
      events: events
        .filter(({ subject }) => subject.organizationId === organizationId)
        .map((event) => ({ ...event, id: ctx.newId('evt') })),
    });
    if (isDispatched) ctx.afterCommit(() => ctx.jobSignals.wakeDispatch());
  }
}

/**
 * Joins events of one type about one subject that differ only in their lists, such as two changes of a structure, into one
 * with the entries of both.
 */
export function joinEvents(emitted: readonly EmittedEvent[]): EmittedEvent[] {
  const events = new Map<string, EmittedEvent>();
  for (const event of emitted) {
    const key = JSON.stringify([event.type, event.subject.id, withoutLists(event.data)]);
    const earlier = events.get(key);
    events.set(key, earlier ? { ...event, data: joinLists(earlier.data, event.data) } : event);
  }
  return [...events.values()];
}

const withoutLists = (data: object) => Object.entries(data).filter(([, value]) => typeof value !== 'object');

/** The entries of both lists, and the members of both objects; those of the first win, which was before the other. */
const joinLists = (first: object, second: object) =>
  Object.fromEntries(
    Object.entries({ ...second, ...first }).map(([name, value]) => {
      const [one, other]: unknown[] = [Reflect.get(first, name), Reflect.get(second, name)];
      if (Array.isArray(one) && Array.isArray(other)) return [name, [...new Set<unknown>([...one, ...other])]];
      return [name, isObject(one) && isObject(other) ? { ...other, ...one } : value];
    }),
  ) as EmittedEvent['data'];

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
