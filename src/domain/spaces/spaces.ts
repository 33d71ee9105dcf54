import { paginate } from '../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Stored } from '../../db/rows.ts';
import type { Space as SpaceModel } from '../../db/generated/client.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { notFound } from '../../lib/errors.ts';
import {
  accessTree,
  levelsOf,
  spaceRankColumns,
  spaceTreeJoin,
  spaceVisible,
} from '../../loaders/access.ts';
import type { SpaceFactsRow } from '../../loaders/spaces.ts';
import { effectiveRole, resolvedDefault } from '../access/effective.ts';
import { permissionsOf } from '../access/permissions.ts';
import { authorize } from '../access/policy.ts';
import { roleOfRank, type Role } from '../access/roles.ts';
import type { Actor, Context } from '../context.ts';
import { getOrganization } from '../organizations/organizations.ts';
import type { EditMode, SpaceVisibility } from './fields.ts';
import { spaceFlags, spacePolicy, type SpaceAction, type SpaceFacts } from './policy.ts';

/** A space as the caller stands to it. */
export interface Space extends Omit<Stored<SpaceModel>, 'visibility' | 'editMode'> {
  readonly visibility: SpaceVisibility;
  readonly editMode: EditMode;
  /** The caller's effective role. */
  readonly role: Role | null;
  /** The default level with inheritance resolved. */
  readonly level: Role | null;
}

export const factsOf = (space: Space): SpaceFacts & { id: string } => ({
  id: space.id,
  role: space.role,
  deleted: space.deletedAt !== null,
  editMode: space.editMode,
});

/** The space, deleted ones for their admins only. Throws not_found when the caller may not see it. */
export async function getSpace(ctx: Context, id: string): Promise<Space> {
  return authorizedSpace(ctx, id, 'view');
}

/** The space, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope. */
export async function authorizedSpace(
  ctx: Context,
  id: string,
  action: SpaceAction | 'view',
): Promise<Space> {
  const row = await ctx.loaders.space.load(id);
  if (row === null) throw notFound('space', id);
  const space = standing(row);
  // Nothing but reading and restoring is left of a deleted space, even for its admins. Decisions 1.1.
  if (space.deletedAt !== null && action !== 'view') throw notFound('space', id);
  authorize(spacePolicy, action, ctx.actor, factsOf(space));
  return space;
}

/** A row of the loader with its role worked out. */
export function standing(row: SpaceFactsRow): Space {
  const levels = levelsOf(row.levels);
  const membership = row.isMember ? { role: row.memberRole as Role | null } : null;
  return Object.assign(row, {
    role: effectiveRole(membership, levels),
    level: resolvedDefault(levels, row.rootLevel as Role | null),
  }) as unknown as Space;
}

/** The contract's `permissions`: all but `admin` are false while the space is deleted. Decisions 5.2. */
export function spacePermissions(actor: Actor, space: Space) {
  const flags = permissionsOf(spacePolicy, spaceFlags, actor, factsOf(space));
  return space.deletedAt === null ? flags : { ...flags, view: false };
}

type RankedRow = Stored<SpaceModel> & { rank: number; levelRank: number };

/** The spaces of an organization that the caller may read, newest first. */
export async function listSpaces(
  ctx: Context,
  organizationId: string,
  page: PageRequest,
): Promise<Page<Space>> {
  await getOrganization(ctx, organizationId);
  return spacesWhere(ctx, organizationId, { name: 'spaces', filters: [organizationId] }, raw('true'), page);
}

/** Readable spaces of an organization that fulfil a condition on `s`, newest first. */
export async function spacesWhere(
  ctx: Context,
  organizationId: string,
  list: { name: string; filters: unknown },
  condition: Fragment,
  page: PageRequest,
): Promise<Page<Space>> {
  const found = await paginate<RankedRow>(
    ctx,
    {
      ...list,
      with: accessTree(organizationId, ctx.actor),
      select: sql`s.*, ${spaceRankColumns}`,
      from: sql`from spaces s ${spaceTreeJoin}`,
      where: [sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`, spaceVisible, condition],
      sort: { by: 's."createdAt"', type: 'timestamptz', id: 's.id' },
      direction: 'desc',
    },
    page,
  );
  for (const row of found.items)
    Object.assign(row, { role: roleOfRank(row.rank), level: roleOfRank(row.levelRank) });
  return found as unknown as Page<Space>;
}
