import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { membershipJoin, organizationColumns, standing, type OrganizationRow } from '../../loaders/organizations.ts';
import { authorize, requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../position.ts';
import { organizationPolicy } from './policy.ts';

export type Organization = OrganizationRow;
export type OrganizationAction = keyof typeof organizationPolicy.rules;

/**
 * The organization of a member; the way to everything in it, so it asks for no scope: what reads the
 * organization's own fields does. Throws not_found when the caller is no member.
 */
export async function getOrganization(ctx: Context, id: string): Promise<Organization> {
  const organization = await ctx.loaders.organization.load(id);
  if (organization === null || organization.membership === null) throw notFound('organization', id);
  return organization;
}

/** The organization, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope. */
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
 * The same under the organization's lock, which serialises changes of members, teams and tree. What was
 * read before the lock may be stale, so the caller's right is looked up again. In a transaction only.
 */
export async function lockedOrganization(ctx: Context, id: string, action: OrganizationAction): Promise<Organization> {
  await authorizedOrganization(ctx, id, action);
  await lockTree(ctx, id);
  ctx.loaders.clear();
  return authorizedOrganization(ctx, id, action);
}

/** The organizations the caller belongs to, newest first. Contract 4.11. */
export async function listOrganizations(ctx: Context, page: PageRequest): Promise<Page<Organization>> {
  requireScope(ctx.actor, 'org:read');
  const found = await paginate<Parameters<typeof standing>[0]>(
    ctx,
    {
      name: 'organizations',
      filters: [ctx.actor.userId],
      select: organizationColumns(ctx.actor),
      from: sql`from organizations o ${membershipJoin(ctx.actor)}`,
      where: [sql`m."userId" is not null`],
      sort: { by: 'o."createdAt"', type: 'timestamptz', id: 'o.id' },
      direction: 'desc',
    },
    page,
  );
  return mapPage(found, standing);
}
