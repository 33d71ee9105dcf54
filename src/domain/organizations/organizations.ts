import { paginate } from '../../db/keyset.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { organizationOf, type OrganizationColumns, type OrganizationRow } from '../../loaders/organizations.ts';
import { authorize, refuseResting, requireScope } from '../../access/policy.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../locks.ts';
import { organizationPolicy } from './policy.ts';
import { memberOrganizationsList } from './queries.ts';

export type Organization = OrganizationRow;
export type OrganizationAction = keyof typeof organizationPolicy.rules;

/**
 * The organization, for its members. Requires no scope, since its contents have scopes of their own; `org:read` is
 * required for the organization's own fields. Throws not_found when the caller is not a member.
 */
export async function getOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = await ctx.loaders.organization.load(id);
  if (organization === null || organization.membership === null) {
    refuseResting(ctx.actor, id);
    throw notFound('organization', id);
  }
  return organization;
}

/** The organization, when the caller may perform the action. Throws not_found, forbidden, insufficient_scope. */
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
 * Locks the organization, which serializes changes of its members, teams and content tree, and authorizes again, since
 * the caller's access may have changed while it waited. In a transaction only.
 */
export async function lockOrganization(ctx: Context, id: string, action: OrganizationAction): Promise<Organization> {
  await authorizedOrganization(ctx, id, action);
  await lockTree(ctx, id);
  return authorizedOrganization(ctx, id, action);
}

/** The organizations that the caller is a member of, newest first. */
export async function listOrganizations(ctx: Context, page: PageRequest): Promise<Page<Organization>> {
  requireScope(ctx.actor, 'org:read');
  const rows = await paginate<OrganizationColumns>(ctx, memberOrganizationsList(ctx.actor), page);
  return mapPage(rows, organizationOf);
}
