import { conflict, invalid } from '../../../lib/errors.ts';
import type { Resource } from '../../../access/queries/member-ranks.ts';
import { authorizedCollection } from '../../authoring/collections/collections.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { authorizedSite } from '../sites/sites.ts';
import { authorizedSpace } from '../../authoring/spaces/spaces.ts';

/** Identifies exactly one space, collection or site. */
export interface ResourceReference {
  readonly spaceId?: string | null | undefined;
  readonly collectionId?: string | null | undefined;
  readonly siteId?: string | null | undefined;
  /** Organization in which a site is looked up. */
  readonly organizationId?: string | null | undefined;
}

/** A resource whose access the caller may read or change. */
export interface GrantedResource {
  readonly organizationId: string;
  readonly resource: Resource;
}

/**
 * Gets a resource and authorizes access to its grants. Throws not_found, forbidden, insufficient_scope;
 * validation_failed unless exactly one resource is identified.
 */
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
 * Gets a resource whose access the caller may change, and locks its organization, so that it cannot be moved until the
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
