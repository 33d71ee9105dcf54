import { notFound } from '../../../lib/errors.ts';
import { pairId, readPairId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import { normalizeMemberKey } from '../members/member-ids.ts';
import type { MemberKey } from '../members/members.ts';
import type { TeamMember } from './list-members.ts';
import { getTeamById, type TeamKey } from './teams.ts';

/** Global id of a member of a team. */
export const teamMemberId = (teamId: string, userId: string): string => pairId('tmb', teamId, userId);

/**
 * Gets the member of a team by an id made by `teamMemberId`. Throws not_found; forbidden when the caller may not see
 * the team.
 */
export async function getTeamMemberById(ctx: Context, id: string): Promise<TeamMember> {
  const [teamId, userId] = readPairId('tmb', id) ?? [];
  if (teamId === undefined || userId === undefined) throw notFound('team member', id);
  const { organizationId } = await getTeamById(ctx, teamId);
  const [member, found] = await Promise.all([
    ctx.loaders.member.load({ organizationId, userId }),
    ctx.loaders.teamRole.load(`${teamId} ${userId}`),
  ]);
  if (member === null || found === null) throw notFound('team member', id);
  return { teamId, member, role: found.role };
}

/**
 * Resolves the id of a user, of an organization member, or of a team member to the user id. Member ids are only valid
 * in their own organization or team.
 */
export function resolveTeamUser({ organizationId, teamId }: TeamKey, userId: MemberKey['userId']): string {
  const [team, user] = readPairId('tmb', userId) ?? [];
  if (team === teamId && user !== undefined) return user;
  return normalizeMemberKey({ organizationId, userId }).userId;
}
