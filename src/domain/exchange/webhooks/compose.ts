import { LRUCache } from 'lru-cache';
import type { EventRow } from '../../../loaders/events.ts';
import type { Context } from '../../core/context.ts';
import { maxObjectBytes } from './fields.ts';
import { placeIdOf, type WebhookPlace } from './places.ts';

/** An event that is sent, as it is stored. */
export type SentEvent = EventRow;

/** How REST shows an event to the caller, and what it is about. */
export interface EventReader {
  readonly readEvent: (ctx: Context, event: EventRow) => Promise<object>;
  /** Null when the resource is gone or has no such form. */
  readonly readResource: (ctx: Context, event: EventRow) => Promise<object | null>;
}

/**
 * Makes the body of an event: the event as the feed shows it, with its resource as the caller reads it now. The resource is left out
 * when it is gone or too large.
 */
async function composeBody(ctx: Context, event: EventRow, reader: EventReader): Promise<string> {
  const [shown, resource] = await Promise.all([reader.readEvent(ctx, event), reader.readResource(ctx, event)]);
  const isSent = resource !== null && Buffer.byteLength(JSON.stringify(resource)) <= maxObjectBytes;
  return JSON.stringify(isSent ? { ...shown, resource } : shown);
}

/** Size of all bodies that a process keeps for other webhooks, and for how long, in characters and milliseconds. */
const keptLength = 8 * 1_048_576;
const keptMs = 60_000;

/**
 * Makes the body of an event for a webhook, as its place sees the event. `view` is a context of an admin of the place, which events that
 * are made together share.
 */
export type Compose = (view: Context, webhook: WebhookPlace, event: EventRow) => Promise<string>;

/**
 * Creates what makes bodies. Webhooks of one place see the same, so a body that was made for one of them is what the others are sent,
 * if they are sent the event within a minute.
 */
export function createComposer(reader: EventReader): Compose {
  const bodies = new LRUCache<string, string>({
    maxSize: keptLength,
    maxEntrySize: 2 * maxObjectBytes,
    ttl: keptMs,
    sizeCalculation: (body) => body.length,
  });
  const underWay = new Map<string, Promise<string>>();
  const make = async (view: Context, key: string, event: EventRow): Promise<string> => {
    const making = composeBody(view, event, reader);
    underWay.set(key, making);
    try {
      const body = await making;
      bodies.set(key, body);
      return body;
    } finally {
      underWay.delete(key);
    }
  };
  return async (view, webhook, event) => {
    const key = `${placeIdOf(webhook) ?? ''} ${event.id}`;
    // The run that makes it may be stopped.
    const made = bodies.get(key) ?? (await underWay.get(key)?.catch(() => null));
    return made ?? make(view, key, event);
  };
}
