import type { Context } from '../context.ts';
import { renewed, turnsOf } from '../streams/turns.ts';
import { listEvents, requireReadable, type Event } from './events.ts';
import { findStream, type EventFilter } from './queries.ts';

/** The events of an organization as they happen. */
export interface EventStream extends AsyncIterable<Event> {
  /** The position after which it begins. */
  readonly position: number;
}

interface Followed {
  readonly organizationId: string;
  readonly filter: EventFilter;
  /** Throws when the caller may not read the stream, or no longer. Called at its start and before each page. */
  readonly authorize: (ctx: Context) => Promise<unknown>;
}

/** Number of events that a stream reads at once. */
const pageSize = 100;

/**
 * Returns the events after `since`, or from now on, that the caller may read, in their order and without end. It reads the
 * next page when those before it were taken. Throws, at the start or later, what `authorize` does; unauthenticated when the
 * token ends; cursor_expired; insufficient_scope.
 */
export async function followEvents(outer: Context, followed: Followed): Promise<EventStream> {
  const { organizationId, filter, authorize } = followed;
  await authorize(outer);
  await requireReadable(outer, organizationId, filter);
  const position = filter.since ?? (await findStream(outer.sql, organizationId))?.position ?? 0;
  return { position, [Symbol.asyncIterator]: () => eventsAfter(outer, position, followed) };
}

async function* eventsAfter(
  outer: Context,
  start: number,
  { organizationId, filter, authorize }: Followed,
): AsyncGenerator<Event, void, undefined> {
  let since = start;
  for await (const { ctx: first, state } of turnsOf(outer, outer.watches.events.open(organizationId))) {
    await authorize(first);
    // What a page does not show up to this position, the caller may not read.
    const newest = Number(state ?? 0);
    for (let ctx = first; since < newest && !outer.signal.aborted;) {
      const asked = { ...filter, since, direction: 'asc' as const };
      const { items, hasNext } = await listEvents(ctx, organizationId, asked, { after: null, first: pageSize });
      yield* items;
      const last = items.at(-1)?.position ?? since;
      since = hasNext ? last : Math.max(last, newest);
      if (!hasNext) continue;
      ctx = await renewed(outer);
      await authorize(ctx);
    }
  }
}
