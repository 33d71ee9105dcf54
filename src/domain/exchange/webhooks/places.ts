import type { Actor, AdminOf } from '../../../access/actor.ts';
import { atLeast, type Role } from '../../../access/roles.ts';
import type { WebhookRow } from '../../../loaders/webhooks.ts';
import type { EventRow } from '../../../loaders/events.ts';
import { isAuditOnly } from '../../core/events/audience.ts';
import { eventTypes, type EventType } from '../../core/events/catalogue.ts';
import { matchesType } from '../../core/events/patterns.ts';
import { readers } from '../../core/events/readers.ts';

export type WebhookPlace = Pick<WebhookRow, 'organizationId' | 'spaceId' | 'collectionId' | 'siteId'>;

/** What an event is for a webhook to match. */
export type MatchedEvent = Pick<
  EventRow,
  'type' | 'position' | 'organizationId' | 'subjectId' | 'spaceId' | 'collectionId' | 'siteId' | 'data'
>;

export const isOfOrganization = ({ spaceId, collectionId, siteId }: WebhookPlace): boolean =>
  spaceId === null && collectionId === null && siteId === null;

/**
 * Whether a webhook receives an event: what an admin of its place sees, without the audit log. Admins of a place see what
 * belongs to it, and nothing of the organization. `inCollection` has the role of the admins of its collection on what is in it.
 */
export function receives(
  webhook: WebhookPlace & Pick<WebhookRow, 'types' | 'pageId' | 'cursor'>,
  event: MatchedEvent,
  inCollection: ReadonlyMap<string, Role | null>,
): boolean {
  const kind = eventTypes[event.type as EventType] as (typeof eventTypes)[EventType] | undefined;
  if (kind === undefined || isAuditOnly(event.type as EventType) || event.position <= webhook.cursor) return false;
  if (!webhook.types.some((pattern) => matchesType(pattern, event.type))) return false;
  if (event.organizationId !== webhook.organizationId) return false;
  if (isOfOrganization(webhook)) return true;
  const { on, role } = readers[kind.readers];
  if (on !== 'resource' || !atLeast(roleAt(webhook, event, inCollection), role)) return false;
  return webhook.pageId === null || concernsPage(event, webhook.pageId);
}

/** What is deleted is no longer in the collections that it was in, so its event names them. */
interface DeletedData {
  readonly within?: readonly string[];
}

/** The role of an admin of the place on what an event belongs to; null when that is not in the place. */
function roleAt(
  webhook: WebhookPlace,
  { spaceId, collectionId, siteId, data }: MatchedEvent,
  inCollection: ReadonlyMap<string, Role | null>,
): Role | null {
  if (webhook.collectionId !== null) {
    const { within = [] } = data as DeletedData;
    return within.includes(webhook.collectionId) ? 'admin' : (inCollection.get(spaceId ?? collectionId ?? '') ?? null);
  }
  const isThere = webhook.spaceId === null ? siteId === webhook.siteId : spaceId === webhook.spaceId;
  return isThere ? 'admin' : null;
}

interface PageData {
  readonly page?: unknown;
  readonly changes?: readonly { readonly id: string }[];
  readonly total?: number;
}

/**
 * Whether an event is about a page. An event lists at most 100 changes. When there were more, the page is assumed to be among them: a
 * needless call is better than a missed one.
 */
function concernsPage({ data }: MatchedEvent, pageId: string): boolean {
  const { page, changes = [], total = 0 } = data as PageData;
  return page === pageId || total > changes.length || changes.some(({ id }) => id === pageId);
}

/** Id of the place of a webhook; null for the organization as a whole. */
export const placeIdOf = ({ spaceId, collectionId, siteId }: WebhookPlace): string | null =>
  spaceId ?? collectionId ?? siteId;

/** The caller as which the resources in events are read: an admin of the place. */
export function viewOf({ id, ...webhook }: WebhookPlace & Pick<WebhookRow, 'id'>): Actor {
  const { organizationId } = webhook;
  const adminOf: AdminOf = { organizationId, placeId: placeIdOf(webhook) };
  return { userId: 'webhook', tokenId: id, scopes: 'all', organizationId, isInstanceAdmin: false, adminOf };
}
