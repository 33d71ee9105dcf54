import { forbidden, notFound, referenceNotFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { authorizedOrganization } from '../organizations/organizations.ts';
import { lockTree, type SiblingsOf } from '../position.ts';
import { authorizedCollection, findCollection } from './collections.ts';
import { mayIn } from './policy.ts';

/** What is put somewhere. */
export type Content = 'space' | 'collection';

const onOrganization = { space: 'createContent', collection: 'createCollection' } as const;
const onCollection = { space: 'create', collection: 'createCollection' } as const;

/**
 * Passes when the caller may create content of this kind in the collection `input.parent` of the
 * organization, or at its top. Throws not_found, reference_not_found, forbidden, insufficient_scope.
 */
export async function authorizeDestination(
  ctx: Context,
  { organizationId, parentId }: SiblingsOf,
  content: Content,
): Promise<void> {
  if (parentId === null) {
    await authorizedOrganization(ctx, organizationId, onOrganization[content]);
    return;
  }
  const organization = await ctx.loaders.organization.load(organizationId);
  if (!organization?.membership) throw notFound('organization', organizationId);
  const parent = await authorizedCollection(ctx, parentId, onCollection[content], 'input.parent');
  if (parent.organizationId !== organizationId) throw referenceNotFound('input.parent', 'collection', parentId);
}

/** The same under the organization's lock; what was there before may have gone elsewhere, so it is asked again. */
export async function lockDestination(ctx: Context, siblings: SiblingsOf, content: Content): Promise<void> {
  await authorizeDestination(ctx, siblings, content);
  await lockTree(ctx, siblings.organizationId);
  ctx.loaders.clear();
  await authorizeDestination(ctx, siblings, content);
}

/** The same as `authorizeDestination` for the place where a thing stands already: it is no reference of the caller's, so refusal is forbidden (403). */
export async function authorizePresentPlace(
  ctx: Context,
  { organizationId, parentId }: SiblingsOf,
  content: Content,
): Promise<void> {
  if (parentId === null) {
    await authorizedOrganization(ctx, organizationId, onOrganization[content]);
    return;
  }
  const parent = await findCollection(ctx, parentId);
  if (parent === null || !mayIn(onCollection[content], ctx.actor, parent))
    throw forbidden('create content in the place of', content);
}
