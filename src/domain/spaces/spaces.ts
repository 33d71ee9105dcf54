import { paginate } from '../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../db/sql.ts';
import type { Stored } from '../../db/rows.ts';
import type { Space as SpaceModel } from '../../db/generated/client.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { DomainError, notFound, referenceNotFound } from '../../lib/errors.ts';
import { accessTree, levelsOf, spaceRankColumns, spaceTreeJoin, spaceVisible } from '../../loaders/access.ts';
import type { SpaceFactsRow } from '../../loaders/spaces.ts';
import { effectiveRole, resolvedDefault } from '../access/effective.ts';
import { permissionsOf } from '../access/permissions.ts';
import { allowed, authorize, requireScope } from '../access/policy.ts';
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

/**
 * The space as the way to what is in it: asks for no scope, since each thing in it has its own. Throws
 * not_found when the caller may not see it.
 */
export async function enterSpace(ctx: Context, id: string): Promise<Space> {
  const space = await readSpace(ctx, id);
  if (!spacePolicy.rules.view.allows(ctx.actor, factsOf(space))) throw notFound('space', id);
  return space;
}

/** The space, or null when it is absent or the caller may not see it. */
export async function findSpace(ctx: Context, id: string): Promise<Space | null> {
  const row = await ctx.loaders.space.load(id);
  const space = row && standing(row);
  return space && allowed<SpaceAction, SpaceFacts>(spacePolicy, 'view', ctx.actor, factsOf(space)) ? space : null;
}

/**
 * The space, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope;
 * reference_not_found for an id that came in a field of the body.
 */
export async function authorizedSpace(
  ctx: Context,
  id: string,
  action: SpaceAction | 'view',
  field?: string,
): Promise<Space> {
  try {
    const space = await readSpace(ctx, id);
    // Nothing but reading and restoring is left of a deleted space, even for its admins. Decisions 1.1.
    if (space.deletedAt !== null && action !== 'view') throw notFound('space', id);
    authorize(spacePolicy, action, ctx.actor, factsOf(space));
    return space;
  } catch (error) {
    const unseen = error instanceof DomainError && error.type === 'not_found';
    throw unseen && field !== undefined ? referenceNotFound(field, 'space', id) : error;
  }
}

/** The space whatever the caller may do, such as after a change that took the caller's access. Throws not_found. */
export async function readSpace(ctx: Context, id: string): Promise<Space> {
  const row = await ctx.loaders.space.load(id);
  if (row === null) throw notFound('space', id);
  return standing(row);
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
export function spacePermissions(actor: Actor, space: Space): SpacePermissions {
  const known = knownPermissions.get(actor) ?? new Map<string, SpacePermissions>();
  knownPermissions.set(actor, known);
  // All the rules look at: a list asks for the same few again and again.
  const facts = `${space.role} ${space.deletedAt === null} ${space.editMode}`;
  const found = known.get(facts);
  if (found) return found;
  const flags = permissionsOf(spacePolicy, spaceFlags, actor, factsOf(space));
  const permissions = space.deletedAt === null ? flags : { ...flags, view: false };
  known.set(facts, permissions);
  return permissions;
}

type SpacePermissions = Readonly<Record<(typeof spaceFlags)[number], boolean>>;

const knownPermissions = new WeakMap<Actor, Map<string, SpacePermissions>>();

type RankedRow = Stored<SpaceModel> & { rank: number; levelRank: number };

/** The spaces of an organization that the caller may read, newest first. Throws not_found for no member. */
export async function listSpaces(ctx: Context, organizationId: string, page: PageRequest): Promise<Page<Space>> {
  requireScope(ctx.actor, 'space:read');
  const list = { name: 'spaces', filters: [organizationId], where: null };
  const spaces = await listedSpaces(ctx, organizationId, list, page);
  // Nobody but members is shown a space; only an empty list leaves the question open.
  if (spaces.items.length === 0) await getOrganization(ctx, organizationId);
  return spaces;
}

interface SpaceList {
  readonly name: string;
  /** What distinguishes this list from others of the name. */
  readonly filters: unknown;
  /** A condition on `s`. */
  readonly where: Fragment | null;
}

/** Readable spaces of an organization that fulfil a condition, newest first. */
export async function listedSpaces(
  ctx: Context,
  organizationId: string,
  { name, filters, where }: SpaceList,
  page: PageRequest,
): Promise<Page<Space>> {
  const found = await paginate<RankedRow>(
    ctx,
    {
      name,
      filters,
      with: accessTree(organizationId, ctx.actor),
      select: sql`s.id, s."createdAt", ${spaceRankColumns}`,
      from: sql`from spaces s ${spaceTreeJoin}`,
      where: [sql`s."organizationId" = ${organizationId} and s."deletedAt" is null`, spaceVisible, where],
      sort: { by: 's."createdAt"', type: 'timestamptz', id: 's.id', columns: ['createdAt', 'id'] },
      direction: 'desc',
      details: {
        select: raw('s.*, page.rank, page."levelRank"'),
        // `limit 1` keeps the planner from reading all spaces, for it cannot know how few a page has.
        join: raw('cross join lateral (select * from spaces where spaces.id = page.id limit 1) s'),
      },
    },
    page,
  );
  for (const row of found.items) Object.assign(row, { role: roleOfRank(row.rank), level: roleOfRank(row.levelRank) });
  return found as unknown as Page<Space>;
}
