import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import {
  membershipJoin,
  organizationColumns,
  standing,
  type OrganizationRow,
} from '../../loaders/organizations.ts';
import { authorize, requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { organizationPolicy } from './policy.ts';

export type Organization = OrganizationRow;
export type OrganizationAction = keyof typeof organizationPolicy.rules;

/** Throws not_found when the caller is no member. */
export const getOrganization = (ctx: Context, id: string) => authorizedOrganization(ctx, id, 'view');

/** The organization, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope. */
export async function authorizedOrganization(
  ctx: Context,
  id: string,
  action: OrganizationAction,
): Promise<Organization> {
  const organization = await ctx.loaders.organization.load(id);
  if (organization === null) throw notFound('organization', id);
  authorize(organizationPolicy, action, ctx.actor, organization);
  return organization;
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
