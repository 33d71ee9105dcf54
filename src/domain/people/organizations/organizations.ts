import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toOrganization, type OrganizationColumns, type OrganizationRow } from '../../../loaders/organizations.ts';
import { authorize, requireSsoSignIn, requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { organizationPolicy } from './policy.ts';
import { memberOrganizationsList } from './queries.ts';

export type Organization = OrganizationRow;
export type OrganizationAction = keyof typeof organizationPolicy.rules;

/**
 * Gets an organization for its members. Requires no scope, because its contents have scopes of their own; its fields
 * require `org:read`. Throws not_found when the caller is not a member.
 */
export async function getOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = await ctx.loaders.organization.load(id);
  if (organization === null || organization.membership === null) {
    requireSsoSignIn(ctx.actor, id);
    throw notFound('organization', id);
  }
  return organization;
}

/** Gets an organization and authorizes an action on it. */
export async function authorizedOrganization(
  ctx: Context,
  id: string,
  action: OrganizationAction,
): Promise<Organization> {
  const organization = await getOrganization(ctx, id);
  if (action !== 'view') authorize(organizationPolicy, action, ctx.actor, organization);
  return organization;
}

/**
 * Locks the organization until the transaction ends, to serialize changes of its members, teams and content tree.
 * Authorizes again, because access may have changed while it waited.
 */
export async function lockOrganization(ctx: Context, id: string, action: OrganizationAction): Promise<Organization> {
  await authorizedOrganization(ctx, id, action);
  await lockTree(ctx, id);
  return authorizedOrganization(ctx, id, action);
}

/** Lists the organizations of which the caller is a member, newest first. */
export async function listOrganizations(ctx: Context, page: PageRequest): Promise<Page<Organization>> {
  requireScope(ctx.actor, 'org:read');
  const rows = await paginate<OrganizationColumns>(ctx, memberOrganizationsList(ctx.actor), page);
  return mapPage(rows, toOrganization);
}
