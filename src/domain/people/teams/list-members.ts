import { paginate } from '../../../db/keyset.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toMemberRow } from '../../../loaders/members.ts';
import { toTeam } from '../../../loaders/teams.ts';
import type { Context } from '../../core/context.ts';
import { authorizedMember, type Member, type MemberKey } from '../members/members.ts';
import type { TeamRole } from './fields.ts';
import {
  countTeamMembers,
  memberTeamsList,
  teamMembersList,
  type MemberTeamRow,
  type TeamMemberRow,
} from './queries.ts';
import { authorizedTeam, type Team, type TeamKey } from './teams.ts';

/** A member of a team. */
export interface TeamMember {
  readonly teamId: string;
  readonly member: Member;
  readonly role: TeamRole;
}

/** Lists the members of a team, newest first. */
export async function listTeamMembers(ctx: Context, key: TeamKey, page: PageRequest): Promise<Page<TeamMember>> {
  await authorizedTeam(ctx, key, 'read');
  const list = { ...teamMembersList(ctx.actor, key), count: () => countTeamMembers(ctx.sql, key.teamId) };
  const rows = await paginate<TeamMemberRow>(ctx, list, page);
  return mapPage(rows, ({ teamRole, ...row }) => ({
    teamId: key.teamId,
    member: toMemberRow(row),
    role: teamRole,
  }));
}

/** A team with the role of a member in it. */
export interface MemberTeam {
  readonly team: Team;
  readonly role: TeamRole;
}

interface MemberTeams {
  readonly member: MemberKey;
  /** Part of the title. */
  readonly title?: string | null | undefined;
}

/** Lists the teams of a member by title. Requires `admin` of the organization, or to be the member. */
export async function listMemberTeams(
  ctx: Context,
  { member, title }: MemberTeams,
  page: PageRequest,
): Promise<Page<MemberTeam>> {
  await authorizedMember(ctx, member, 'readAccess');
  const rows = await paginate<MemberTeamRow>(ctx, memberTeamsList(ctx.actor, member, title ?? null), page);
  return mapPage(rows, ({ asRole, ...row }) => ({ team: toTeam(row), role: asRole }));
}
