import { paginate } from '../../../db/keyset.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import { organizationSessionsList, ownSessionsList, type SessionRow } from './queries.ts';

/** A session that has not ended, with where it was begun. */
export type ActiveSession = SessionRow;

/** Lists the sessions of the caller that have not ended, newest first. */
export function listSessions(ctx: Context, page: PageRequest): Promise<Page<ActiveSession>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<ActiveSession>(ctx, ownSessionsList(ctx.actor, ctx.now()), page);
}

/**
 * Lists the sessions that reach an organization and have not ended, newest first: those by its identity providers, and those
 * of its members by a passkey. Requires `admin`.
 */
export async function listOrganizationSessions(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<ActiveSession>> {
  await authorizedOrganization(ctx, organizationId, 'viewSessions');
  return paginate<ActiveSession>(ctx, organizationSessionsList(organizationId, ctx.now()), page);
}
