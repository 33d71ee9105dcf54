import { paginate } from '../../../db/keyset.ts';
import { isInstallation, type Actor } from '../../../access/actor.ts';
import { requireScope } from '../../../access/policy.ts';
import { toAccess } from '../../../access/resource-access.ts';
import { atLeast, type Role } from '../../../access/roles.ts';
import { failure, invalid, notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { EventRow } from '../../../loaders/events.ts';
import type { Context } from '../context.ts';
import { isAuditOnly, readersOf } from './audience.ts';
import type { EventType } from './catalogue.ts';
import { eventsList, findStream, type EventFilter } from './queries/events.ts';
import { exactTypes } from './patterns.ts';

/** Something that happened in an organization. */
export interface Event extends Omit<EventRow, 'type'> {
  readonly type: EventType;
}

/**
 * Lists the events of an organization that the caller may read now, the earliest first, or the latest first. Throws
 * cursor_expired when events after `since` are no longer kept; validation_failed when it is after the last event; insufficient_scope when the token may not read a type that
 * is asked for by its name.
 */
export async function listEvents(
  ctx: Context,
  organizationId: string,
  filter: EventFilter & { readonly direction: 'asc' | 'desc' },
  page: PageRequest,
): Promise<Page<Event>> {
  await requireReadable(ctx, organizationId, filter);
  return paginate<Event>(ctx, eventsList({ ...filter, organizationId, actor: ctx.actor }), page);
}

/** Throws insufficient_scope, cursor_expired, validation_failed; see `listEvents`. */
async function requireReadable(ctx: Context, organizationId: string, { types, since }: EventFilter): Promise<void> {
  requireScope(ctx.actor, 'org:read');
  requireTypes(ctx.actor, types);
  if (since !== null) await requireKept(ctx, organizationId, since);
}

/** Throws insufficient_scope when a token may not read a type that is asked for by its name. */
export function requireTypes(actor: Actor, patterns: readonly string[] | null): void {
  for (const type of exactTypes(patterns ?? [])) requireScope(actor, readersOf(type).scope);
}

/**
 * Throws cursor_expired when events after a position are no longer kept; validation_failed when no event has that position yet: the
 * reader knows another history, such as the one before a backup was restored, and would miss what happens until it is reached.
 */
export async function requireKept(ctx: Context, organizationId: string, since: number): Promise<void> {
  const { position = 0, expired = 0 } = (await findStream(ctx.sql, organizationId)) ?? {};
  if (since > position)
    throw invalid(
      'since',
      `is after the last event, which has the position ${position}. Read the resources anew, and continue from there`,
    );
  if (since >= expired) return;
  throw failure(
    'cursor_expired',
    `Events up to position ${expired} are no longer kept. Read the resources anew, and continue from there`,
  );
}

/** Gets an event. Throws not_found, also when the caller may not read it; insufficient_scope. */
export async function getEvent(ctx: Context, id: string, organizationId?: string): Promise<Event> {
  const event = (await ctx.loaders.event.load(id)) as Event | null;
  if (event === null || event.organizationId !== (organizationId ?? event.organizationId)) throw notFound('event', id);
  if (isAuditOnly(event.type) || !(await mayRead(ctx, event))) throw notFound('event', id);
  requireScope(ctx.actor, 'org:read');
  requireScope(ctx.actor, readersOf(event.type).scope);
  return event;
}

/** Whether the caller may read an event, besides the scope. The twin of `isReadable` in queries.ts, proved equal by tests. */
async function mayRead(ctx: Context, event: Event): Promise<boolean> {
  const { on, role, creator } = readersOf(event.type);
  const { membership = null } = (await ctx.loaders.organization.load(event.organizationId)) ?? {};
  if (membership === null) return false;
  if (creator && (event.data as { readonly creator?: string }).creator === ctx.actor.userId) return true;
  if (role === null || (on === 'organization' && isInstallation(ctx.actor))) return true;
  if (on === 'organization') return atLeast(membership.role, role);
  const resource = await findResource(ctx, event);
  if (resource === null) return membership.role === 'admin';
  return atLeast(resource.role, resource.isDeleted ? 'admin' : role);
}

interface ResourceOfEvent {
  /** The caller's role on it. */
  readonly role: Role | null;
  readonly isDeleted: boolean;
}

/** The resource to which an event belongs; null when it is gone, or belongs to another organization by now. */
async function findResource({ loaders }: Context, event: Event): Promise<ResourceOfEvent | null> {
  const { spaceId, collectionId, siteId, organizationId } = event;
  const space = spaceId === null ? null : await loaders.space.load(spaceId);
  const collection = collectionId === null ? null : await loaders.collection.load(collectionId);
  const row = space ?? collection ?? (siteId === null ? null : await loaders.site.load(siteId));
  if (row?.organizationId !== organizationId) return null;
  return { role: toAccess(row).role, isDeleted: space !== null && space.deletedAt !== null };
}
