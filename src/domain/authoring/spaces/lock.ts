import { conflict } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { lockRow, lockTree, requireVersion, type VersionedReference } from '../../core/locks.ts';
import type { SpaceAction } from './policy.ts';
import { authorizedSpace, type Space } from './spaces.ts';

/** Locks a space until the transaction ends. Throws as `authorizedSpace`, and precondition_failed. */
export async function lockSpace(
  ctx: Context,
  { id, expectedVersion }: VersionedReference,
  action: SpaceAction | 'view',
): Promise<Space> {
  const version = await lockRow(ctx, 'spaces', { id });
  const space = await authorizedSpace(ctx, id, action);
  requireVersion(version, expectedVersion);
  return space;
}

/** Locks the tree of the space's organization, those of other organizations, and the space. Requires `admin`. */
export async function lockSpaceInTree(
  ctx: Context,
  reference: VersionedReference,
  ...otherOrganizations: readonly string[]
): Promise<Space> {
  const { organizationId } = await authorizedSpace(ctx, reference.id, 'admin');
  await lockTree(ctx, organizationId, ...otherOrganizations);
  const space = await lockSpace(ctx, reference, 'admin');
  if (space.organizationId !== organizationId)
    throw conflict('The space was moved to another organization by another request');
  return space;
}
