import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import type { ChangeRequestRow } from '../../../loaders/change-requests.ts';
import { requireScope } from '../../../access/policy.ts';
import { atLeast, roleOfRank } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { getOrganization } from '../../people/organizations/organizations.ts';
import { authorizedSpace } from '../spaces/spaces.ts';
import { withRole, type ChangeRequest } from './change-requests.ts';
import {
  changeRequestsOfOrganization,
  changeRequestsOfSpace,
  changeRequestsOfUser,
  type ChangeRequestQuery,
  type Involvement,
} from './queries/lists.ts';

/** Lists the change requests of a space that the caller may see, newest first by default. */
export async function listChangeRequests(
  ctx: Context,
  spaceId: string,
  query: ChangeRequestQuery,
  page: PageRequest,
): Promise<Page<ChangeRequest>> {
  const { role, revisionId } = await authorizedSpace(ctx, spaceId, 'listChangeRequests');
  const scope = { id: spaceId, revisionId, drafts: atLeast(role, 'edit') ? 'all' : 'own' } as const;
  const list = changeRequestsOfSpace(ctx.actor, scope, query);
  return mapPage(await paginate<ChangeRequestRow>(ctx, list, page), (row) => withRole(row, role));
}

type RankedRow = ChangeRequestRow & { readonly rank: number };

/**
 * Lists the change requests of all spaces of an organization that the caller may see, newest first by default. Throws not_found for
 * users outside the organization, insufficient_scope.
 */
export async function listOrganizationChangeRequests(
  ctx: Context,
  organizationId: string,
  query: ChangeRequestQuery,
  page: PageRequest,
): Promise<Page<ChangeRequest>> {
  await getOrganization(ctx, organizationId);
  requireScope(ctx.actor, 'space:change-requests:read');
  const list = changeRequestsOfOrganization(ctx.actor, organizationId, query);
  return mapPage(await paginate<RankedRow>(ctx, list, page), ({ rank, ...row }) => withRole(row, roleOfRank(rank)));
}

/**
 * Lists the change requests in all organizations that a user takes part in and the caller may see, newest first by default.
 * Throws insufficient_scope.
 */
export async function listUserChangeRequests(
  ctx: Context,
  involvement: Involvement,
  query: ChangeRequestQuery,
  page: PageRequest,
): Promise<Page<ChangeRequest>> {
  requireScope(ctx.actor, 'space:change-requests:read');
  const list = changeRequestsOfUser(ctx.actor, involvement, query);
  return mapPage(await paginate<RankedRow>(ctx, list, page), ({ rank, ...row }) => withRole(row, roleOfRank(rank)));
}
