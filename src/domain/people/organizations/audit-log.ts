import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { Context } from '../../core/context.ts';
import type { Event } from '../../core/events/events.ts';
import { auditList, type AuditFilter } from '../../core/events/queries/events.ts';
import { authorizedOrganization } from './organizations.ts';

/** Lists the audit log of an organization, the latest first. Requires `admin`. Throws not_found, forbidden. */
export async function listAuditEvents(
  ctx: Context,
  organizationId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<Event>> {
  await authorizedOrganization(ctx, organizationId, 'viewAuditLog');
  return paginate<Event>(ctx, auditList(organizationId, filter), page);
}

/** Gets an entry of the audit log of an organization. Requires `admin`. Throws not_found, forbidden. */
export async function getAuditEvent(ctx: Context, id: string, organizationId: string): Promise<Event> {
  await authorizedOrganization(ctx, organizationId, 'viewAuditLog');
  const event = (await ctx.loaders.event.load(id)) as Event | null;
  if (event?.organizationId !== organizationId) throw notFound('audit event', id);
  return event;
}
