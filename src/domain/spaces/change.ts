import { conflict } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { lockTree } from '../position.ts';
import { lockRow, requireVersion } from '../versions.ts';
import type { SpaceAction } from './policy.ts';
import { authorizedSpace, type Space } from './spaces.ts';

/** Which thing is changed, and the version of it the caller knows. */
export interface Target {
  readonly id: string;
  readonly expectedVersion?: number | null | undefined;
}

/** The space, locked until the transaction ends. Throws as `authorizedSpace`, and precondition_failed. */
export async function spaceToChange(
  ctx: Context,
  { id, expectedVersion }: Target,
  action: SpaceAction | 'view',
): Promise<Space> {
  const version = await lockRow(ctx, 'spaces', { id });
  const space = await authorizedSpace(ctx, id, action);
  requireVersion(version, expectedVersion);
  return space;
}

/** The same with the order and tree of its organization (and of others) locked first. */
export async function spaceInTree(
  ctx: Context,
  target: Target,
  ...otherOrganizations: readonly string[]
): Promise<Space> {
  const { organizationId } = await authorizedSpace(ctx, target.id, 'admin');
  await lockTree(ctx, organizationId, ...otherOrganizations);
  const space = await spaceToChange(ctx, target, 'admin');
  if (space.organizationId !== organizationId) throw conflict('The space went to another organization meanwhile');
  return space;
}
