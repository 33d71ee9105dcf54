import { conflict, invalid } from '../../lib/errors.ts';
import type { Resource } from '../../access/queries/member-ranks.ts';
import { authorizedCollection } from '../collections/collections.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../locks.ts';
import { authorizedSite } from '../sites/sites.ts';
import { authorizedSpace } from '../spaces/spaces.ts';

/** A space, a collection or a site: exactly one of them. */
export interface ResourceReference {
  readonly spaceId?: string | null | undefined;
  readonly collectionId?: string | null | undefined;
  readonly siteId?: string | null | undefined;
  /** The organization of the site. In another one, the site does not exist. */
  readonly organizationId?: string | null | undefined;
}

/** A resource whose access the caller may see or change. */
export interface GrantedResource {
  readonly organizationId: string;
  readonly resource: Resource;
}

/** Throws not_found, forbidden, insufficient_scope; validation_failed unless exactly one resource is named. */
export async function authorizedResource(
  ctx: Context,
  { spaceId, collectionId, siteId, organizationId: of }: ResourceReference,
  action: 'viewGrants' | 'admin',
): Promise<GrantedResource> {
  if ([spaceId, collectionId, siteId].filter(Boolean).length !== 1)
    throw invalid('spaceId', 'Give exactly one of spaceId, collectionId and siteId', 'exactly_one');
  if (spaceId) {
    const { organizationId } = await authorizedSpace(ctx, spaceId, action);
    return { organizationId, resource: { spaceId } };
  }
  if (collectionId) {
    const { organizationId } = await authorizedCollection(ctx, collectionId, action);
    return { organizationId, resource: { collectionId } };
  }
  const { id, organizationId } = await authorizedSite(ctx, { id: siteId ?? '', organizationId: of }, action);
  return { organizationId, resource: { siteId: id } };
}

/**
 * The resource, for a caller who may change its access. Locks its organization, so that it stays there until the
 * transaction ends. Throws as `authorizedResource`, and conflict.
 */
export async function lockResource(ctx: Context, reference: ResourceReference): Promise<GrantedResource> {
  const { organizationId } = await authorizedResource(ctx, reference, 'admin');
  await lockTree(ctx, organizationId);
  const granted = await authorizedResource(ctx, reference, 'admin');
  if (granted.organizationId !== organizationId)
    throw conflict('The resource was moved to another organization by another request');
  return granted;
}
