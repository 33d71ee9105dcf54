import type * as z from 'zod';
import { holderIn, ofGrant } from '../../core/events/emit.ts';
import { failure, invalid, notFound, referenceNotFound } from '../../../lib/errors.ts';
import type { GrantRole } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import type { Grant } from './grants.ts';
import {
  deleteGrant,
  lockMembers,
  lockTeams,
  updateGrant,
  upsertGrants,
  type Holder,
  type HolderKey,
} from './queries.ts';
import { lockResource, type GrantedResource, type ResourceReference } from './resource.ts';
import type { GrantAccessInput, UpdateAccessInput } from './inputs.ts';

export type AccessGrants = z.output<typeof GrantAccessInput> & ResourceReference;

/**
 * Grants users and teams of the organization a role on a space, collection or site, in place of their earlier role
 * there. Requires `admin` on the resource. Throws validation_failed, reference_not_found.
 */
export async function grantAccess(outer: Context, input: AccessGrants): Promise<readonly Grant[]> {
  return transact(outer, async (ctx) => {
    const granted = await lockResource(ctx, input);
    const role = requiredRole(input);
    const users = [...new Set(input.users ?? [])];
    const teams = [...new Set(input.teams ?? [])];
    if (users.length + teams.length === 0)
      throw invalid('input.users', 'At least one user or team is required', 'required');
    await requireHolders(ctx, granted.organizationId, { users, teams });
    const grants = [
      ...(await writeGrants(ctx, granted, { role, holder: 'user', holderIds: users })),
      ...(await writeGrants(ctx, granted, { role, holder: 'team', holderIds: teams })),
    ];
    for (const grant of grants) ctx.emit('access.granted', subjectOf(granted, grant), { ...holderIn(grant), role });
    return grants;
  });
}

/** Identifies a user or a team. */
export interface HolderReference {
  readonly userId?: string | null | undefined;
  readonly teamId?: string | null | undefined;
}

/**
 * Updates the role of a grant. Requires `admin` on the resource. Throws not_found when the holder has no grant on the
 * resource itself.
 */
export async function updateAccess(
  outer: Context,
  input: z.output<typeof UpdateAccessInput> & ResourceReference & HolderReference,
): Promise<Grant> {
  return transact(outer, async (ctx) => {
    const granted = await lockResource(ctx, input);
    const holder = holderOf(input);
    const role = requiredRole(input);
    const grant = await updateGrant(ctx.sql, granted.resource, holder, role);
    if (grant === null) throw notFound('grant of', holder.id);
    ctx.emit('access.updated', subjectOf(granted, grant), { ...holderIn(grant), role });
    return grant;
  });
}

/**
 * Deletes a grant and returns its id. Requires `admin` on the resource. Throws not_found when the holder has no grant
 * on the resource itself.
 */
export async function revokeAccess(outer: Context, input: ResourceReference & HolderReference): Promise<string> {
  return transact(outer, async (ctx) => {
    const granted = await lockResource(ctx, input);
    const holder = holderOf(input);
    const grant = await deleteGrant(ctx.sql, granted.resource, holder);
    if (grant === null) throw notFound('grant of', holder.id);
    ctx.emit('access.revoked', subjectOf(granted, grant), { [holder.kind]: holder.id });
    return grant.id;
  });
}

const subjectOf = ({ organizationId, resource }: GrantedResource, { id }: { readonly id: string }) =>
  ofGrant({ id, organizationId, ...resource });

function requiredRole({ role }: z.output<typeof UpdateAccessInput>): GrantRole {
  if (role === undefined) throw invalid('input.role', '"role" is required; null makes a guest', 'required');
  return role ?? 'none';
}

function holderOf({ userId, teamId }: HolderReference): HolderKey {
  if (userId && !teamId) return { kind: 'user', id: userId };
  if (teamId && !userId) return { kind: 'team', id: teamId };
  throw invalid('userId', 'Give exactly one of userId and teamId', 'exactly_one');
}

interface HolderIds {
  readonly users: readonly string[];
  readonly teams: readonly string[];
}

/** Throws reference_not_found with a detail for every user and team outside the organization. */
async function requireHolders(ctx: Context, organizationId: string, { users, teams }: HolderIds) {
  const members = await lockMembers(ctx.sql, organizationId, users);
  const known = await lockTeams(ctx.sql, organizationId, teams);
  const details = [...missing('input.users', 'user', users, members), ...missing('input.teams', 'team', teams, known)];
  const [first] = details;
  if (!first) return;
  if (details.length === 1) throw referenceNotFound(first.path, first.kind, first.id);
  throw failure('reference_not_found', first.message, {
    details: details.map(({ path, rule, message }) => ({ path, rule, message })),
  });
}

function missing(field: string, kind: string, requested: readonly string[], rows: readonly { id: string }[]) {
  const ids = new Set(rows.map(({ id }) => id));
  return requested.flatMap((id, index) =>
    ids.has(id) ? [] : [{ path: `${field}.${index}`, rule: 'reference', message: `No ${kind} "${id}"`, kind, id }],
  );
}

interface GrantedRole {
  readonly role: GrantRole;
  readonly holder: Holder;
  readonly holderIds: readonly string[];
}

async function writeGrants(ctx: Context, granted: GrantedResource, grantedRole: GrantedRole): Promise<Grant[]> {
  const { holderIds } = grantedRole;
  if (holderIds.length === 0) return [];
  const grantIds = holderIds.map(() => ctx.newId('grant'));
  return upsertGrants(ctx.sql, { ...granted, ...grantedRole, grantIds, createdAt: ctx.now() });
}
