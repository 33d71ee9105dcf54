import { conflict, invalid } from '../../lib/errors.ts';
import { authorizedCollection } from '../collections/collections.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../position.ts';
import { authorizedSpace } from '../spaces/spaces.ts';

/** What access is given to: exactly one of the two. */
export interface ContentReference {
  readonly spaceId?: string | null | undefined;
  readonly collectionId?: string | null | undefined;
}

/** Who holds a grant: exactly one of the two. */
export interface HolderReference {
  readonly userId?: string | null | undefined;
  readonly teamId?: string | null | undefined;
}

/** A space or a collection whose access the caller may see or change. */
export interface GrantTarget {
  readonly organizationId: string;
  readonly on: { readonly spaceId: string } | { readonly collectionId: string };
}

/** The target of somebody who may change its access, where it is until the transaction ends. Throws as `grantTarget`, and conflict. */
export async function lockedTarget(ctx: Context, content: ContentReference): Promise<GrantTarget> {
  const { organizationId } = await grantTarget(ctx, content, 'admin');
  await lockTree(ctx, organizationId);
  ctx.loaders.clear();
  const target = await grantTarget(ctx, content, 'admin');
  if (target.organizationId !== organizationId) throw conflict('It went to another organization meanwhile');
  return target;
}

/** Throws not_found, forbidden, insufficient_scope; validation_failed unless exactly one thing is named. */
export async function grantTarget(
  ctx: Context,
  { spaceId, collectionId }: ContentReference,
  action: 'viewGrants' | 'admin',
): Promise<GrantTarget> {
  if (spaceId && !collectionId) {
    const { organizationId } = await authorizedSpace(ctx, spaceId, action);
    return { organizationId, on: { spaceId } };
  }
  if (!collectionId || spaceId) throw invalid('spaceId', 'Give exactly one of spaceId and collectionId', 'exactly_one');
  const { organizationId } = await authorizedCollection(ctx, collectionId, action);
  return { organizationId, on: { collectionId } };
}
