import type { Context } from '../../core/context.ts';
import { ofMember } from '../members/events.ts';
import { findProvider } from '../providers/queries.ts';
import { ofTeam } from '../teams/events.ts';
import type { ScimCaller } from './queries/rows.ts';

interface Entering {
  readonly userId: string;
  readonly active: boolean;
}

/**
 * Makes a user a member, with the role and the team that the provider gives whoever comes by it. An earlier removal does not count
 * any more.
 */
export async function enter(
  ctx: Context,
  { providerId, organizationId }: ScimCaller,
  { userId, active }: Entering,
): Promise<void> {
  const provider = await findProvider(ctx.sql, providerId);
  const role = provider?.defaultRole ?? null;
  const key = { organizationId, userId };
  const joinedAt = ctx.now();
  await ctx.db.member.create({ data: { ...key, role, sso: true, disabled: !active, joinedAt } });
  await ctx.db.memberRemoval.deleteMany({ where: key });
  ctx.emit('member.joined', ofMember(key), { user: userId, role, by: 'scim' });
  const team = provider?.defaultTeamId ? await ctx.loaders.team.load(provider.defaultTeamId) : null;
  if (team === null) return;
  await ctx.db.teamMember.create({ data: { teamId: team.id, userId, role: 'member', joinedAt } });
  ctx.emit('team.member_added', ofTeam(team), { user: userId, role: 'member' });
}
