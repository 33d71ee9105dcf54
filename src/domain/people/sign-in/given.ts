import { atLeast, type Role } from '../../../access/roles.ts';
import type { Context } from '../../core/context.ts';
import { changesFrom } from '../../core/events/emit.ts';
import { ofMember } from '../members/events.ts';
import { hasOtherAdmin } from '../members/queries.ts';
import { hasAdminWhoCanSignIn } from '../organizations/queries.ts';
import { ofTeam } from '../teams/events.ts';
import type { Given } from './vouched.ts';

interface Gift {
  readonly organizationId: string;
  readonly userId: string;
  readonly given: Given;
  /** Role of a member for whom no rule holds. */
  readonly defaultRole: Role | null;
}

/** The role that claims give a member: absent claims take nothing away. */
function roleGiven(current: Role | null, { role, isComplete }: Given, defaultRole: Role | null): Role | null {
  if (isComplete) return role ?? defaultRole;
  return role !== null && !atLeast(current, role) ? role : current;
}

/** Applies what claims give a member, except what would take the last admin who can sign in. */
export async function applyGiven(ctx: Context, { organizationId, userId, given, defaultRole }: Gift): Promise<void> {
  const key = { organizationId, userId };
  const member = await ctx.loaders.member.load(key);
  if (member === null) return;
  const role = roleGiven(member.role, given, defaultRole);
  if (role !== member.role) await changeRole(ctx, { ...member, ...key }, role);
  await changeTeams(ctx, key, given);
}

interface Changed {
  readonly organizationId: string;
  readonly userId: string;
  readonly role: Role | null;
}

async function changeRole(ctx: Context, { organizationId, userId, role: former }: Changed, role: Role | null) {
  const key = { organizationId, userId };
  const write = (value: Role | null) =>
    ctx.db.member.update({
      where: { organizationId_userId: key },
      data: { role: value, version: { increment: 1 } },
      select: { userId: true },
    });
  const endsAdmin = former === 'admin';
  if (endsAdmin && !(await hasOtherAdmin(ctx.sql, key))) return;
  const before = endsAdmin && (await hasAdminWhoCanSignIn(ctx.sql, organizationId, ctx.now()));
  await write(role);
  if (before && !(await hasAdminWhoCanSignIn(ctx.sql, organizationId, ctx.now()))) {
    await write(former);
    return;
  }
  ctx.emit('member.updated', ofMember(key), { user: userId, ...changesFrom({ role: former }, { role }) });
}

async function changeTeams(
  ctx: Context,
  { organizationId, userId }: Pick<Gift, 'organizationId' | 'userId'>,
  { joins, leaves }: Given,
): Promise<void> {
  const joinedAt = ctx.now();
  const ids = [...joins, ...leaves];
  if (ids.length === 0) return;
  const teams = await ctx.db.team.findMany({ where: { organizationId, id: { in: ids } } });
  const inside = await ctx.db.teamMember.findMany({ where: { userId, teamId: { in: ids } }, select: { teamId: true } });
  const has = new Set(inside.map(({ teamId }) => teamId));
  const joined = teams.filter(({ id }) => joins.includes(id) && !has.has(id));
  const left = teams.filter(({ id }) => leaves.includes(id) && has.has(id));
  if (joined.length > 0)
    await ctx.db.teamMember.createMany({ data: joined.map(({ id }) => ({ teamId: id, userId, joinedAt })) });
  if (left.length > 0)
    await ctx.db.teamMember.deleteMany({ where: { userId, teamId: { in: left.map(({ id }) => id) } } });
  for (const team of joined) ctx.emit('team.member_added', ofTeam(team), { user: userId, role: 'member' });
  for (const team of left) ctx.emit('team.member_removed', ofTeam(team), { user: userId });
}
