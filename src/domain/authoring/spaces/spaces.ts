import type { Stored } from '../../../db/rows.ts';
import type { Space as SpaceModel } from '../../../db/generated/client.ts';
import { DomainError, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { SpaceFactsRow } from '../../../loaders/spaces.ts';
import { toAccess, type ResourceAccess } from '../../../access/resource-access.ts';
import { permissionsOf } from '../../../access/permissions.ts';
import { allowed, authorize, requireSsoSignIn, requireScope } from '../../../access/policy.ts';
import type { Actor, Visitor } from '../../../access/actor.ts';
import { actingAs } from '../../core/acting.ts';
import type { Context, TransactionContext } from '../../core/context.ts';
import type { Conditions } from '../../people/visitors/conditions.ts';
import { conditionsOf, isPlacementShown } from '../../people/visitors/conditions-of.ts';
import { findVisitorByShareKey } from '../../people/visitors/share-keys.ts';
import { visitorActor } from '../../people/visitors/visitor-actor.ts';
import type { EditMode, SpaceVisibility } from './fields.ts';
import { spaceFlags, spacePolicy, type SpaceAction, type SpaceFacts } from './policy.ts';

/** A space with the caller's access. */
export interface Space extends Omit<Stored<SpaceModel>, 'visibility' | 'editMode'>, ResourceAccess {
  readonly visibility: SpaceVisibility;
  readonly editMode: EditMode;
  /** The share link that gave the caller access. */
  readonly shared?: SharedBy;
  /** Whether any site contains the space, published or not; absent when not read. */
  readonly isInSite?: boolean;
  /** The main revision, where a visitor reads another one in its place; see `ContentView`. */
  readonly mainRevisionId?: string;
}

/** The key of a share link, and the visitor that it admits. */
interface SharedBy {
  readonly visitor: Visitor;
  readonly shareKey: string;
}

/** The facts that the policy needs. */
export const toFacts = (space: Space): SpaceFacts & { id: string; organizationId: string } => ({
  id: space.id,
  organizationId: space.organizationId,
  role: space.role,
  deleted: space.deletedAt !== null,
  editMode: space.editMode,
});

/** Gets a space; a deleted one only for its admins. Throws not_found when the caller may not see it. */
export const getSpace = (ctx: Context, id: string): Promise<Space> => authorizedSpace(ctx, id, 'view');

/**
 * Gets a space for callers who may read it, or who have the key of a share link to a site that shows it. With a key,
 * the caller has no role on the space.
 */
export async function getSharedSpace(ctx: Context, id: string, shareKey: string): Promise<Space> {
  const [own, visitor] = await Promise.all([findSpace(ctx, id), findVisitorByShareKey(ctx, shareKey)]);
  const shown = visitor && (await findSpace(actingAs(ctx, visitorActor(visitor)), id));
  if (!shown) return getSpace(ctx, id);
  requireScope(ctx.actor, 'space:read');
  return { ...(own ?? { ...shown, role: null }), shared: { visitor, shareKey } };
}

/**
 * Gets a space as the parent of its contents. Requires no scope, because its contents have scopes of their own. Throws
 * not_found when the caller may not see it.
 */
export async function enterSpace(ctx: Context, id: string): Promise<Space> {
  const space = await loadSpace(ctx, id);
  if (!spacePolicy.rules.view.allows(ctx.actor, toFacts(space))) {
    requireSsoSignIn(ctx.actor, space.organizationId);
    throw notFound('space', id);
  }
  return space;
}

/** Finds a space; null when it does not exist or the caller may not see it, or may not perform `action` on it. */
export async function findSpace(
  ctx: Context,
  id: string,
  action: SpaceAction | 'view' = 'view',
): Promise<Space | null> {
  const row = await ctx.loaders.space.load(id);
  const space = row && withCallerAccess(ctx, row);
  return space && allowed<SpaceAction, SpaceFacts>(spacePolicy, action, ctx.actor, toFacts(space)) ? space : null;
}

/**
 * Gets a space and authorizes an action on it. With `field`, the path of the input field that contains the id, throws
 * reference_not_found instead of not_found.
 */
export async function authorizedSpace(
  ctx: Context,
  id: string,
  action: SpaceAction | 'view',
  field?: string,
): Promise<Space> {
  try {
    const space = found(ctx, id, await ctx.loaders.space.load(id));
    // A deleted space can only be read and restored, even by its admins. See docs/reference/states.md.
    if (space.deletedAt !== null && action !== 'view') throw notFound('space', id);
    authorize(spacePolicy, action, ctx.actor, toFacts(space));
    return space;
  } catch (error) {
    const unseen = error instanceof DomainError && error.type === 'not_found';
    throw unseen && field !== undefined ? referenceNotFound(field, 'space', id) : error;
  }
}

/** The space of something that the caller was authorized to read. Throws not_found. */
export async function loadSpace(ctx: Context, id: string): Promise<Space> {
  return found(ctx, id, await ctx.loaders.space.load(id));
}

/** The space after a change in this transaction, which may have ended the caller's access. Throws not_found. */
export const readSpace = (ctx: TransactionContext, id: string): Promise<Space> => loadSpace(ctx, id);

function found(ctx: Context, id: string, row: SpaceFactsRow | null): Space {
  if (row === null) throw notFound('space', id);
  return withCallerAccess(ctx, row);
}

/** Adds the access of the caller, who may be a visitor, to a loaded row. */
export function withCallerAccess(ctx: Context, row: SpaceFactsRow): Space {
  const conditions = conditionsOf(ctx);
  return conditions ? withVisitorAccess(row, conditions) : withAccess(row);
}

/** Adds the access of a visitor. Comments and change requests are hidden from visitors, and so are their numbers. */
const withVisitorAccess = ({ viewedRevisionId, ...row }: SpaceFactsRow, conditions: Conditions): Space => ({
  ...withAccess(row),
  ...(viewedRevisionId ? { revisionId: viewedRevisionId, mainRevisionId: row.revisionId } : {}),
  role: viewedRevisionId !== null && isPlaced(row, conditions) ? 'read' : null,
  comments: 0,
  changeRequests: 0,
  changeRequestsOpen: 0,
  changeRequestsDraft: 0,
});

const isPlaced = ({ placements = [] }: SpaceFactsRow, conditions: Conditions): boolean =>
  placements.some((placement) => isPlacementShown(conditions, placement));

/** Adds the caller's access to a loaded row. */
export const withAccess = (row: SpaceFactsRow): Space => ({ ...row, ...toAccess(row) }) as Space;

/** The `permissions` object of a space. For a deleted space, only `admin` can be true. */
export function spacePermissions(actor: Actor, space: Space): SpacePermissions {
  const known = knownPermissions.get(actor) ?? new Map<string, SpacePermissions>();
  knownPermissions.set(actor, known);
  // Key of all facts that the rules depend on. The spaces of a list have few distinct combinations of them.
  const facts = `${space.role} ${space.deletedAt === null} ${space.editMode}`;
  const remembered = known.get(facts);
  if (remembered) return remembered;
  const flags = permissionsOf(spacePolicy, spaceFlags, actor, toFacts(space));
  const permissions = space.deletedAt === null ? flags : { ...flags, view: false };
  known.set(facts, permissions);
  return permissions;
}

type SpacePermissions = Readonly<Record<(typeof spaceFlags)[number], boolean>>;

const knownPermissions = new WeakMap<Actor, Map<string, SpacePermissions>>();
