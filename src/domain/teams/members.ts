import { contains } from '../../db/contains.ts';
import { paginate } from '../../db/keyset.ts';
import { raw, sql } from '../../db/sql.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { memberColumns, memberOf, memberUserJoin, type MemberUserRow } from '../../loaders/members.ts';
import { teamColumns, teamOf, teamStandingJoin, type TeamFactsRow } from '../../loaders/teams.ts';
import type { Context } from '../context.ts';
import { authorizedMember, type Member, type MemberKey } from '../members/members.ts';
import type { TeamRole } from './fields.ts';
import { authorizedTeam, type Team, type TeamKey } from './teams.ts';

/** Somebody in a team. */
export interface TeamMember {
  readonly member: Member;
  readonly role: TeamRole;
}

/** Who is in a team, newest first. Throws not_found, forbidden. */
export async function listTeamMembers(ctx: Context, key: TeamKey, page: PageRequest): Promise<Page<TeamMember>> {
  await authorizedTeam(ctx, key, 'read');
  const found = await paginate<MemberUserRow & { teamRole: TeamRole }>(
    ctx,
    {
      name: 'team-members',
      filters: [key.organizationId, key.teamId],
      select: sql`${memberColumns(ctx.actor)}, tm.role as "teamRole"`,
      from: sql`from team_members tm
        join members m on m."organizationId" = ${key.organizationId} and m."userId" = tm."userId" ${memberUserJoin}`,
      where: [sql`tm."teamId" = ${key.teamId}`],
      sort: { by: 'tm."joinedAt"', type: 'timestamptz', id: 'tm."userId"' },
      direction: 'desc',
    },
    page,
  );
  return mapPage(found, ({ teamRole, ...row }) => ({ member: memberOf(row), role: teamRole }));
}

/** A team somebody is in, and as what. */
export interface MemberTeam {
  readonly team: Team;
  readonly role: TeamRole;
}

interface MemberTeams {
  readonly member: MemberKey;
  /** Part of the title. */
  readonly title?: string | null | undefined;
}

/** The teams a member is in, by title. For the member and for admins. Throws not_found, forbidden. */
export async function listMemberTeams(
  ctx: Context,
  { member: key, title = null }: MemberTeams,
  page: PageRequest,
): Promise<Page<MemberTeam>> {
  await authorizedMember(ctx, key, 'readAccess');
  const found = await paginate<TeamFactsRow & { asRole: TeamRole }>(
    ctx,
    {
      name: 'member-teams',
      filters: [key.organizationId, key.userId, title],
      select: sql`${teamColumns}, tm.role as "asRole"`,
      from: sql`from team_members tm join teams t on t.id = tm."teamId" ${teamStandingJoin(ctx.actor)}`,
      where: [
        sql`tm."userId" = ${key.userId} and t."organizationId" = ${key.organizationId}`,
        title === null || title === '' ? null : contains(raw('t.title'), title),
      ],
      sort: { by: 't.title', type: 'text', id: 't.id' },
      direction: 'asc',
    },
    page,
  );
  return mapPage(found, ({ asRole, ...row }) => ({ team: teamOf(row), role: asRole }));
}
