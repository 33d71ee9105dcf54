import type * as z from 'zod';
import { ofTeam } from './events.ts';
import { failure, notFound, type ErrorDetail } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { normalizeEmail } from '../users/fields.ts';
import type { TeamRole } from './fields.ts';
import { listNamedMembers, type NamedMember } from './queries.ts';
import { lockTeam, type Team, type TeamKey } from './teams.ts';
import type { UpdateTeamMembersInput } from './inputs.ts';

export type TeamMemberChanges = z.output<typeof UpdateTeamMembersInput>;

/**
 * Adds members, then sets roles, then removes members, in one transaction. Requires `admin` of the organization or
 * ownership of the team; owners may only add and remove plain members. Throws validation_failed with a detail for
 * everyone who is not a member of the organization.
 */
export function updateTeamMembers(
  outer: Context,
  { team: key, changes }: { readonly team: TeamKey; readonly changes: TeamMemberChanges },
): Promise<Team> {
  return transact(outer, async (ctx) => {
    const team = await lockTeam(ctx, key, 'admin');
    const requested = requestedRoles(changes);
    const names = requested.map(({ name }) => name);
    const members = await findMembers(ctx, key, names);
    refuseUnknown(requested, members);
    const changesByUser = new Map<string, RoleChange>();
    for (const { name, role } of requested) {
      const member = members.get(name);
      if (!member) continue;
      const { userId, teamRole: from } = member;
      const earlier = changesByUser.get(userId);
      const present = earlier ? earlier.to : from;
      changesByUser.set(userId, { userId, from, to: role === 'keep' ? (present ?? 'member') : role });
    }
    await writeRoles(ctx, team, [...changesByUser.values()]);
    return reload(ctx, team);
  });
}

/**
 * Adds a member of the organization to a team, or sets the role of a member of the team. Without a role, a new member
 * is a plain member and an existing one keeps the role.
 */
export function setTeamMember(
  outer: Context,
  {
    team: key,
    userId,
    role,
  }: { readonly team: TeamKey; readonly userId: string; readonly role?: TeamRole | null | undefined },
): Promise<Team> {
  return transact(outer, async (ctx) => {
    const team = await lockTeam(ctx, key, 'admin');
    const member = (await findMembers(ctx, key, [userId])).get(userId);
    if (!member || member.userId !== userId) throw notFound('member', userId);
    await writeRoles(ctx, team, [{ userId, from: member.teamRole, to: role ?? member.teamRole ?? 'member' }]);
    return reload(ctx, team);
  });
}

/** Removes a user from a team. Everyone may remove themselves. Throws not_found when the user is not in the team. */
export function removeTeamMember(
  outer: Context,
  { team: key, userId }: { readonly team: TeamKey; readonly userId: string },
): Promise<void> {
  return transact(outer, async (ctx) => {
    const team = await lockTeam(ctx, key, userId === ctx.actor.userId ? 'leave' : 'admin');
    const from = (await findMembers(ctx, key, [userId])).get(userId)?.teamRole ?? null;
    if (from === null) throw notFound('team member', userId);
    await writeRoles(ctx, team, [{ userId, from, to: null }]);
  });
}

/** Reads the team without authorization, because the caller may just have left it. */
const reload = async (ctx: Context, team: Team) => (await ctx.loaders.team.load(team.id)) ?? team;

interface RequestedRole {
  /** Path of the entry in the request. */
  readonly path: string;
  /** User id or email address. */
  readonly name: string;
  /** Null removes the user; `keep` adds the user or keeps an existing role. */
  readonly role: TeamRole | null | 'keep';
}

/** Lists the changes in the order in which they apply, so a user in both `add` and `remove` is removed. */
const requestedRoles = ({ add, remove, memberships }: TeamMemberChanges): RequestedRole[] => [
  ...(add ?? []).map((name, index) => ({ path: `input.add.${index}`, name, role: 'keep' as const })),
  ...Object.entries(memberships ?? {}).map(([name, { role }]) => ({ path: `input.memberships.${name}`, name, role })),
  ...(remove ?? []).map((name, index) => ({ path: `input.remove.${index}`, name, role: null })),
];

/** Finds members of the organization, by the id or email address given in the request. */
async function findMembers(
  ctx: Context,
  key: TeamKey,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedMember>> {
  if (names.length === 0) return new Map();
  const rows = await listNamedMembers(ctx.sql, key, names);
  const byId = new Map(rows.map((row) => [row.userId, row]));
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  const found = new Map<string, NamedMember>();
  for (const name of names) {
    const member = byId.get(name) ?? byEmail.get(normalizeEmail(name));
    if (member) found.set(name, member);
  }
  return found;
}

function refuseUnknown(requested: readonly RequestedRole[], members: ReadonlyMap<string, NamedMember>): void {
  const details = requested
    .filter(({ name }) => !members.has(name))
    .map(({ path, name }): ErrorDetail => ({
      path,
      rule: 'member',
      message: `"${name}" is not a member of the organization`,
    }));
  if (details[0]) throw failure('validation_failed', `${details[0].path}: ${details[0].message}`, { details });
}

interface RoleChange {
  readonly userId: string;
  readonly from: TeamRole | null;
  readonly to: TeamRole | null;
}

function emitChange(ctx: Context, team: Team, { userId, from, to }: RoleChange): void {
  const subject = ofTeam(team);
  if (to === null) ctx.emit('team.member_removed', subject, { user: userId });
  else ctx.emit(from === null ? 'team.member_added' : 'team.member_updated', subject, { user: userId, role: to });
}

/** Writes the roles that change. Throws forbidden when an owner of the team would change another owner. */
async function writeRoles(ctx: Context, team: Team, roleChanges: readonly RoleChange[]): Promise<void> {
  const changes = roleChanges.filter(({ from, to }) => from !== to);
  if (changes.length === 0) return;
  const isAdmin = team.membership?.role === 'admin';
  const isLeaving = ({ userId, to }: RoleChange) => userId === ctx.actor.userId && to === null;
  const changesOwner = ({ from, to }: RoleChange) => from === 'owner' || to === 'owner';
  if (!isAdmin && changes.some((change) => changesOwner(change) && !isLeaving(change)))
    throw failure('forbidden', 'Only an admin of the organization may add or remove owners of a team');
  const teamId = team.id;
  const listIds = (matches: (change: RoleChange) => boolean) => changes.filter(matches).map(({ userId }) => userId);
  await ctx.db.teamMember.createMany({
    data: changes.flatMap(({ userId, from, to }) =>
      from === null && to !== null ? [{ teamId, userId, role: to, joinedAt: ctx.now() }] : [],
    ),
  });
  for (const role of ['owner', 'member'] as const) {
    const userIds = listIds(({ from, to }) => from !== null && to === role);
    if (userIds.length > 0)
      await ctx.db.teamMember.updateMany({ where: { teamId, userId: { in: userIds } }, data: { role } });
  }
  await ctx.db.teamMember.deleteMany({ where: { teamId, userId: { in: listIds(({ to }) => to === null) } } });
  await ctx.db.team.update({ where: { id: teamId }, data: { version: { increment: 1 } } });
  for (const change of changes) emitChange(ctx, team, change);
}
