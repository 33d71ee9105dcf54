import type { EventRow } from '../../../loaders/events.ts';
import type { Context } from '../../core/context.ts';
import { locationUrl } from '../../core/urls.ts';
import { maxObjectBytes } from './fields.ts';

/** An event that is sent, as it is stored. */
export type SentEvent = EventRow;

/** Reads the resource that an event is about as REST shows it to the caller; null when it is gone or has no such form. */
export type ReadResource = (ctx: Context, event: EventRow) => Promise<object | null>;

/**
 * Makes the body of an event, with its resource as the caller reads it now. The resource is left out when it is gone or too
 * large; `changed` and `previous` tell what has happened.
 */
export async function composeBody(ctx: Context, event: EventRow, readResource: ReadResource): Promise<string> {
  const { id, type, position, organizationId, subjectId, subjectLabel, actorId } = event;
  const actor = actorId === null ? null : await ctx.loaders.user.load(actorId);
  const object = await readResource(ctx, event);
  const isSent = object !== null && Buffer.byteLength(JSON.stringify(object)) <= maxObjectBytes;
  return JSON.stringify({
    id,
    type,
    timestamp: event.createdAt,
    position,
    organization: organizationId,
    actor: actor && { type: 'user', id: actor.id, label: actor.displayName },
    subject: { id: subjectId, title: subjectLabel ?? undefined },
    space: event.spaceId ?? undefined,
    collection: event.collectionId ?? undefined,
    site: event.siteId ?? undefined,
    changeRequest: event.changeRequestId ?? undefined,
    data: { ...(isSent ? { object } : {}), ...(event.data as object) },
    urls: { location: locationUrl(ctx.urls, 'orgs', organizationId, 'events', id) },
  });
}
