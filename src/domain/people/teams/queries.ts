import { contains } from '../../../db/contains.ts';
import type { KeysetList } from '../../../db/keyset.ts';
import { raw, sql, type Fragment, type Sql } from '../../../db/sql.ts';
import type { Actor } from '../../../access/actor.ts';
import { memberColumns, memberOf, type MemberKey, type MemberUserRow } from '../../../loaders/members.ts';
import { teamAccessJoin, teamColumns, type TeamColumns, type TeamKey } from '../../../loaders/teams.ts';
import { addressOfUser } from '../../../loaders/users.ts';
import { normalizeEmail } from '../users/fields.ts';
import type { TeamRole } from './fields.ts';

interface TeamsFilter {
  readonly organizationId: string;
  /** Id of a user: selects teams that this user can manage. */
  readonly owner: string | null;
  /** Part of the title. */
  readonly title: string | null;
}

/** Keyset list of `TeamColumns` of an organization, by title. */
export const teamsList = (actor: Actor, { organizationId, owner, title }: TeamsFilter): KeysetList => ({
  name: 'teams',
  filters: [organizationId, owner, title],
  select: teamColumns,
  from: sql`from teams t ${teamAccessJoin(actor)}`,
  where: [
    sql`t."organizationId" = ${organizationId}`,
    owner === null ? null : isManagedBy(owner),
    title === null || title === '' ? null : contains(raw('t.title'), title),
  ],
  sort: { by: 't.title', type: 'text', id: 't.id' },
  direction: 'asc',
});

/** SQL condition: the user owns the team or is an admin of its organization. */
const isManagedBy = (userId: string): Fragment => sql`(exists (
    select from team_members mine where mine."teamId" = t.id and mine."userId" = ${userId} and mine.role = 'owner'
  ) or exists (
    select from members boss where boss."organizationId" = t."organizationId" and boss."userId" = ${userId}
      and boss.role = 'admin' and not boss.disabled
  ))`;

export type TeamMemberRow = MemberUserRow & { readonly teamRole: TeamRole };

/** Counts the members of a team. */
export const countTeamMembers = async (reader: Sql, teamId: string): Promise<number> =>
  (
    await reader.first<{ count: number }>(
      sql`select count(*)::int as count from team_members tm where tm."teamId" = ${teamId}`,
    )
  )?.count ?? 0;

/** Keyset list of `TeamMemberRow` of a team, newest first. */
export const teamMembersList = (actor: Actor, { organizationId, teamId }: TeamKey): KeysetList => ({
  name: 'team-members',
  filters: [organizationId, teamId],
  select: sql`${memberColumns(actor)}, tm.role as "teamRole"`,
  from: sql`from team_members tm ${memberOf(organizationId, 'tm."userId"')}`,
  where: [sql`tm."teamId" = ${teamId}`],
  sort: { by: 'tm."joinedAt"', type: 'timestamptz', id: 'tm."userId"' },
  direction: 'desc',
});

export type MemberTeamRow = TeamColumns & { readonly asRole: TeamRole };

/** Keyset list of `MemberTeamRow` of a member, by title. */
export const memberTeamsList = (
  actor: Actor,
  { organizationId, userId }: MemberKey,
  title: string | null,
): KeysetList => ({
  name: 'member-teams',
  filters: [organizationId, userId, title],
  select: sql`${teamColumns}, tm.role as "asRole"`,
  from: sql`from team_members tm join teams t on t.id = tm."teamId" ${teamAccessJoin(actor)}`,
  where: [
    sql`tm."userId" = ${userId} and t."organizationId" = ${organizationId}`,
    title === null || title === '' ? null : contains(raw('t.title'), title),
  ],
  sort: { by: 't.title', type: 'text', id: 't.id' },
  direction: 'asc',
});

/** A member of the organization with the role in the team, null when not in the team. */
export interface NamedMember {
  readonly userId: string;
  readonly email: string | null;
  readonly teamRole: TeamRole | null;
}

/** Finds members of the team's organization by user id or email address. */
export const listNamedMembers = (
  reader: Sql,
  { organizationId, teamId }: TeamKey,
  names: readonly string[],
): Promise<NamedMember[]> =>
  reader.rows(sql`
    select m."userId", ${addressOfUser} as email, tm.role as "teamRole"
    from (
      select id from unnest(${names}::text[]) id
      union
      select named.id from unnest(${names.map(normalizeEmail)}::text[]) address
      cross join lateral (select u.id from users u where ${addressOfUser} = address offset 0) named
    ) named
    cross join lateral (
      select m."userId" from members m where m."organizationId" = ${organizationId} and m."userId" = named.id offset 0) m
    join users u on u.id = m."userId"
    left join lateral (
      select tm.role from team_members tm where tm."teamId" = ${teamId} and tm."userId" = m."userId" offset 0) tm on true
    order by u."organizationId" nulls first, m."userId"`);
