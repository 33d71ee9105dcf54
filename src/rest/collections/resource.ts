import * as z from 'zod';
import { collectionFlags } from '../../domain/collections/policy.ts';
import type { CollectionFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given, permissions, RoleOrNull, urls } from '../shared/schemas.ts';

/** Contract 2.4. */
export const Collection = z
  .strictObject({
    object: z.literal('collection'),
    id: z.string(),
    title: z.string().max(50),
    description: z.string().max(100).optional(),
    organization: z.string(),
    parent: z.string().optional(),
    defaultLevel: RoleOrNull,
    urls: urls('location', 'app'),
    permissions: permissions(collectionFlags),
  })
  .meta({ id: 'Collection' });

export const collection: Resource<CollectionFragment, z.infer<typeof Collection>> = {
  schema: Collection,
  present: (node) => ({
    object: 'collection',
    id: node.id,
    title: node.title,
    description: given(node.description),
    organization: node.organizationId,
    parent: given(node.parentId),
    defaultLevel: given(node.defaultLevel) ?? null,
    urls: { location: node.location, app: node.app },
    permissions: node.permissions,
  }),
};
