import { forbidden, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { authorizedOrganization } from '../../people/organizations/organizations.ts';
import { lockTree } from '../../core/locks.ts';
import type { ParentReference } from '../tree/position.ts';
import { authorizedCollection, findCollection } from './collections.ts';
import { isAllowedInCollection } from './policy.ts';

/** The kind of content that is created in a collection or moved to it. */
export type ContentKind = 'space' | 'collection';

const onOrganization = { space: 'createContent', collection: 'createCollection' } as const;
const onCollection = { space: 'create', collection: 'createCollection' } as const;

/**
 * Authorizes the creation of content in the collection `input.parent` of the organization, or at its top level. Throws
 * reference_not_found.
 */
export async function authorizeDestination(
  ctx: Context,
  { organizationId, parentId }: ParentReference,
  kind: ContentKind,
): Promise<void> {
  if (parentId === null) return authorizeTopLevel(ctx, organizationId, kind);
  const organization = await ctx.loaders.organization.load(organizationId);
  if (!organization?.membership) throw notFound('organization', organizationId);
  const parent = await authorizedCollection(ctx, parentId, onCollection[kind], 'input.parent');
  if (parent.organizationId !== organizationId) throw referenceNotFound('input.parent', 'collection', parentId);
}

/**
 * Authorizes the destination, locks the tree of its organization, and authorizes again, because access may have
 * changed.
 */
export async function lockDestination(ctx: Context, parent: ParentReference, kind: ContentKind): Promise<void> {
  await authorizeDestination(ctx, parent, kind);
  await lockTree(ctx, parent.organizationId);
  await authorizeDestination(ctx, parent, kind);
}

/**
 * Authorizes the creation of content under a parent that is not named in the request, such as that of a space to
 * duplicate. Refusals are therefore forbidden (403) and name no field.
 */
export async function authorizeCurrentParent(
  ctx: Context,
  { organizationId, parentId }: ParentReference,
  kind: ContentKind,
): Promise<void> {
  if (parentId === null) return authorizeTopLevel(ctx, organizationId, kind);
  const parent = await findCollection(ctx, parentId);
  if (parent === null || !isAllowedInCollection(onCollection[kind], ctx.actor, parent))
    throw forbidden('create content beside', kind);
}

/** Throws not_found, forbidden, insufficient_scope. */
async function authorizeTopLevel(ctx: Context, organizationId: string, kind: ContentKind): Promise<void> {
  await authorizedOrganization(ctx, organizationId, onOrganization[kind]);
}
