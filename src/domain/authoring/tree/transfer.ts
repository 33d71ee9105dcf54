import { conflict, failure, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { clearForeignOwners } from '../freshness/queries.ts';
import { moveOrganizationWords } from '../search-index/queries/organization-words.ts';
import {
  deleteForeignGrants,
  deleteInvites,
  isInSite,
  isSynced,
  updateOrganizationInSpaces,
  updateOrganizationOf,
  type TreeContent,
} from './queries.ts';

/**
 * Authorizes the transfer of content to an organization. Throws conflict when the content already belongs to it,
 * reference_not_found, forbidden, insufficient_scope.
 */
export async function authorizeTransfer(
  ctx: Context,
  content: { readonly organizationId: string },
  organizationId: string,
  action: 'createContent' | 'createCollection',
): Promise<void> {
  if (content.organizationId === organizationId) throw conflict('The content already belongs to that organization');
  const organization = await ctx.loaders.organization.load(organizationId);
  if (!organization?.membership) throw referenceNotFound('input.organization', 'organization', organizationId);
  await authorizedOrganization(ctx, organizationId, action);
}

/** Throws precondition_failed for spaces that something of their organization depends on: a site, or a sync. */
export async function requireTransferable(ctx: Context, spaceIds: readonly string[]): Promise<void> {
  if (await isInSite(ctx.sql, spaceIds))
    throw failure('precondition_failed', 'A space is in a site; remove it from the site before transferring it');
  if (await isSynced(ctx.sql, spaceIds))
    throw failure(
      'precondition_failed',
      'A space is connected with a Git repository; pause the connection before transferring the space',
    );
}

interface AccessTransfer extends TreeContent {
  /** The space or collection of which the caller becomes an admin. */
  readonly ownedBy: { readonly spaceId: string } | { readonly collectionId: string };
}

/**
 * Transfers the access to content, which belongs to another organization already, and its words in the search. Deletes invite
 * links to the content and grants of holders outside the new organization, and makes the caller an admin.
 */
export async function transferAccess(
  ctx: Context,
  organizationId: string,
  { ownedBy, ...content }: AccessTransfer,
): Promise<void> {
  await deleteInvites(ctx.sql, content);
  await deleteForeignGrants(ctx.sql, content, organizationId);
  await updateOrganizationOf(ctx.sql, 'grants', { content, organizationId });
  await updateOrganizationOf(ctx.sql, 'watches', { content, organizationId });
  for (const table of ['git_connections', 'templates', 'page_freshness'] as const)
    await updateOrganizationInSpaces(ctx.sql, table, { spaceIds: content.spaceIds, organizationId });
  await clearForeignOwners(ctx.sql, content.spaceIds, organizationId);
  await moveOrganizationWords(ctx.sql, content.spaceIds);
  const { userId } = ctx.actor;
  const holder =
    'spaceId' in ownedBy ? { spaceId_userId: { ...ownedBy, userId } } : { collectionId_userId: { ...ownedBy, userId } };
  await ctx.db.grant.upsert({
    where: holder,
    create: { id: ctx.newId('grant'), organizationId, ...ownedBy, userId, role: 'admin', createdAt: ctx.now() },
    update: { role: 'admin' },
  });
}
