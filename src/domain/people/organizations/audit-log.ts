import { paginate } from '../../../db/keyset.ts';
import { hasScope, requireScope } from '../../../access/policy.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import { readersOf } from '../../core/events/audience.ts';
import { eventTypes, type EventType } from '../../core/events/catalogue.ts';
import { requireTypes, type Event } from '../../core/events/events.ts';
import { typesOf } from '../../core/events/patterns.ts';
import { auditList, type AuditFilter } from '../../core/events/queries/events.ts';
import { authorizedOrganization } from './organizations.ts';

/**
 * Lists what a token may read of the audit log of an organization, the latest first. Requires `admin`. Throws insufficient_scope also
 * when the token may not read a type that is asked for by its name.
 */
export async function listAuditEvents(
  ctx: Context,
  organizationId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<Event>> {
  await authorizedOrganization(ctx, organizationId, 'viewAuditLog');
  requireTypes(ctx.actor, filter.types);
  return paginate<Event>(ctx, auditList({ ...filter, organizationId, actor: ctx.actor }), page);
}

/** Gets an entry of the audit log of an organization. Requires `admin`, and the scope of its type. */
export async function getAuditEvent(ctx: Context, id: string, organizationId: string): Promise<Event> {
  await authorizedOrganization(ctx, organizationId, 'viewAuditLog');
  const event = (await ctx.loaders.event.load(id)) as Event | null;
  if (event?.organizationId !== organizationId) throw notFound('audit event', id);
  requireScope(ctx.actor, readersOf(event.type).scope);
  return event;
}

/** Who is behind an event, by the token of its request. */
export const actorTypes = {
  user: 'A user, or a background job of one.',
  integration: 'An integration.',
  installation: 'An installation of an integration.',
  system: 'The service itself.',
} as const;
export type ActorType = keyof typeof actorTypes;

/** Who did what an event tells of: the user who is its actor, or the service. */
export async function findActor(ctx: Context, { actorId, tokenId }: Event) {
  if (actorId === null) return { type: 'system', id: 'system', label: 'Octavo', user: null } as const;
  const [user, token] = await Promise.all([
    ctx.loaders.user.load(actorId),
    tokenId === null ? null : ctx.loaders.token.load(tokenId),
  ]);
  const type: ActorType = token?.kind === 'integration' || token?.kind === 'installation' ? token.kind : 'user';
  return { type, id: actorId, label: user?.displayName ?? null, user };
}

/** The actions that an audit log may have, which are the types of events. Requires `admin`. */
export async function listAuditActions(
  ctx: Context,
  organizationId: string,
): Promise<{ type: EventType; label: string }[]> {
  await authorizedOrganization(ctx, organizationId, 'viewAuditLog');
  return typesOf(['*']).map((type) => ({ type, label: eventTypes[type].meaning }));
}

/** Where the request of an entry came from is personal data of its actor: for tokens that may read members. */
export const readsClients = ({ actor }: Context): boolean => hasScope(actor, 'org:members:read');
