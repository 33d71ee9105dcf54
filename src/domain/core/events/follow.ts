import type { Page } from '../../../lib/page.ts';
import type { Context } from '../context.ts';
import type { EventBatches } from '../streams/answers.ts';
import { momentsOf } from '../streams/moments.ts';
import { inSharedTurn } from '../streams/shared-turns.ts';
import { listEvents, requireKept, type Event } from './events.ts';
import { findStream, type EventFilter } from './queries/events.ts';

/** The events of an organization as they happen. */
export interface EventStream extends EventBatches<Event> {
  /** The position after which it begins. */
  readonly position: number;
}

interface Followed {
  /** What is followed. Streams of one name, organization and filter are authorized alike. */
  readonly name: string;
  readonly organizationId: string;
  readonly filter: EventFilter;
  /** Throws when the caller may not read the stream, or no longer. Called at its start and before each page. */
  readonly authorize: (ctx: Context) => Promise<unknown>;
}

/** Number of events that a stream reads at once, and then answers: as many may be sent to a caller who has just lost access. */
const pageSize = 25;

/**
 * Returns the events after `since`, or from now on, that the caller may read, in their order and without end. It reads the
 * next page when those before it were taken. Throws, at the start or later, what `authorize` does; unauthenticated when the
 * token ends; cursor_expired, validation_failed, insufficient_scope as `listEvents`.
 */
export async function followEvents(outer: Context, followed: Followed): Promise<EventStream> {
  const { organizationId, filter, authorize } = followed;
  await authorize(outer);
  const position = filter.since ?? (await findStream(outer.sql, organizationId))?.position ?? 0;
  // What would be refused later is refused now.
  await listEvents(outer, organizationId, { ...filter, since: position, direction: 'asc' }, { after: null, first: 1 });
  return { position, [Symbol.asyncIterator]: () => eventsAfter(outer, position, followed) };
}

async function* eventsAfter(
  outer: Context,
  start: number,
  { name, organizationId, filter, authorize }: Followed,
): AsyncGenerator<readonly Event[], void, undefined> {
  let since = start;
  for await (const state of momentsOf(outer, outer.watches.events.open(organizationId))) {
    // What a page does not show up to this position, the caller may not read.
    const newest = Number(state ?? 0);
    const nextPage = async (ctx: Context): Promise<Pick<Page<Event>, 'items' | 'hasNext'>> => {
      await authorize(ctx);
      // What was read may be newer than what is watched, or the database may have been restored.
      if (since > newest) await requireKept(ctx, organizationId, since);
      if (since >= newest) return { items: [], hasNext: false };
      return listEvents(ctx, organizationId, { ...filter, since, direction: 'asc' }, { after: null, first: pageSize });
    };
    do {
      const key = [name, organizationId, { ...filter, since }, newest];
      const { items, hasNext } = await inSharedTurn(outer, key, nextPage);
      if (items.length > 0) yield items;
      const last = items.at(-1)?.position ?? since;
      since = hasNext ? last : Math.max(last, newest);
    } while (since < newest && !outer.signal.aborted);
  }
}
