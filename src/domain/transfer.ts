import { sql } from '../db/sql.ts';
import { conflict, referenceNotFound } from '../lib/errors.ts';
import type { Context } from './context.ts';
import { authorizedOrganization } from './organizations/organizations.ts';

/** Throws conflict when it is there already, reference_not_found, forbidden or insufficient_scope. */
export async function authorizeTarget(
  ctx: Context,
  present: { readonly organizationId: string },
  organizationId: string,
  action: 'createContent' | 'createCollection',
): Promise<void> {
  if (present.organizationId === organizationId) throw conflict('It belongs to that organization already');
  const organization = await ctx.loaders.organization.load(organizationId);
  if (!organization?.membership) throw referenceNotFound('input.organization', 'organization', organizationId);
  await authorizedOrganization(ctx, organizationId, action);
}

interface Newcomers {
  readonly collectionIds: readonly string[];
  readonly spaceIds: readonly string[];
  /** The one the caller becomes the admin of, as of anything created in the organization. */
  readonly ownedBy: { readonly spaceId: string } | { readonly collectionId: string };
}

/** Grants of those who are not in the new organization vanish, and so do invitations into the old one. */
export async function adopt(
  ctx: Context,
  organizationId: string,
  { collectionIds, spaceIds, ownedBy }: Newcomers,
): Promise<void> {
  const theirs = sql`("spaceId" = any(${spaceIds}::text[]) or "collectionId" = any(${collectionIds}::text[]))`;
  await ctx.sql.rows(sql`delete from invites where ${theirs}`);
  await ctx.sql.rows(sql`delete from grants g where ${theirs}
    and not exists (select from members m where m."organizationId" = ${organizationId} and m."userId" = g."userId")
    and not exists (select from teams t where t."organizationId" = ${organizationId} and t.id = g."teamId")`);
  await ctx.sql.rows(sql`update grants set "organizationId" = ${organizationId} where ${theirs}`);
  const { userId } = ctx.actor;
  const holder =
    'spaceId' in ownedBy ? { spaceId_userId: { ...ownedBy, userId } } : { collectionId_userId: { ...ownedBy, userId } };
  await ctx.db.grant.upsert({
    where: holder,
    create: { id: ctx.newId('grant'), organizationId, ...ownedBy, userId, role: 'admin', createdAt: ctx.now() },
    update: { role: 'admin' },
  });
}
