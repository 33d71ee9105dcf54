import type { EventRow } from '../../../loaders/events.ts';
import type { Context } from '../../core/context.ts';
import { maxObjectBytes } from './fields.ts';

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
export async function composeBody(ctx: Context, event: EventRow, reader: EventReader): Promise<string> {
  const [shown, resource] = await Promise.all([reader.readEvent(ctx, event), reader.readResource(ctx, event)]);
  const isSent = resource !== null && Buffer.byteLength(JSON.stringify(resource)) <= maxObjectBytes;
  return JSON.stringify(isSent ? { ...shown, resource } : shown);
}
