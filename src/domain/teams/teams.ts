import { contains } from '../../db/contains.ts';
import { paginate } from '../../db/keyset.ts';
import { raw, sql, type Fragment } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../lib/page.ts';
import { teamColumns, teamOf, teamStandingJoin, type TeamFactsRow, type TeamRow } from '../../loaders/teams.ts';
import { authorize, allowed } from '../access/policy.ts';
import type { Actor, Context } from '../context.ts';
import { lockTree } from '../position.ts';
import { authorizedOrganization, getOrganization } from '../organizations/organizations.ts';
import { teamPolicy, type TeamAction } from './policy.ts';

export type Team = TeamRow;

/** Which team: a team of another organization is none. */
export interface TeamKey {
  readonly organizationId: string;
  readonly teamId: string;
}

/** Throws not_found, or forbidden for a guest who is not in the team. */
export const getTeam = (ctx: Context, key: TeamKey): Promise<Team> => authorizedTeam(ctx, key, 'read');

/** The team of an id, whatever its organization. Throws not_found, forbidden. */
export async function getTeamById(ctx: Context, id: string): Promise<Team> {
  const team = await ctx.loaders.team.load(id);
  if (team === null) throw notFound('team', id);
  authorize(teamPolicy, 'read', ctx.actor, team);
  return team;
}

/** The team, when the caller may do this to it. Throws not_found, forbidden, insufficient_scope. */
export async function authorizedTeam(
  ctx: Context,
  { organizationId, teamId }: TeamKey,
  action: TeamAction,
): Promise<Team> {
  await getOrganization(ctx, organizationId);
  const team = await ctx.loaders.team.load(teamId);
  if (team === null || team.organizationId !== organizationId) throw notFound('team', teamId);
  authorize(teamPolicy, action, ctx.actor, team);
  return team;
}

/** The same under the organization's lock; the caller's right is looked up again behind it. */
export async function lockedTeam(ctx: Context, key: TeamKey, action: TeamAction): Promise<Team> {
  await authorizedTeam(ctx, key, action);
  await lockTree(ctx, key.organizationId);
  ctx.loaders.clear();
  return authorizedTeam(ctx, key, action);
}

/** Contract 2.16 `permissions`. */
export const teamPermissions = (actor: Actor, team: Team) => ({
  admin: allowed(teamPolicy, 'admin', actor, team),
  view: allowed(teamPolicy, 'read', actor, team),
});

export interface TeamFilter {
  /** Only teams this user can manage: as an owner, or as an admin of the organization. */
  readonly owner?: string | null | undefined;
  readonly title?: string | null | undefined;
}

/** The teams of an organization by title. Throws not_found, forbidden. */
export async function listTeams(
  ctx: Context,
  { organizationId, owner = null, title = null }: TeamFilter & { readonly organizationId: string },
  page: PageRequest,
): Promise<Page<Team>> {
  await authorizedOrganization(ctx, organizationId, 'listTeams');
  const found = await paginate<TeamFactsRow>(
    ctx,
    {
      name: 'teams',
      filters: [organizationId, owner, title],
      select: teamColumns,
      from: sql`from teams t ${teamStandingJoin(ctx.actor)}`,
      where: [
        sql`t."organizationId" = ${organizationId}`,
        owner === null ? null : managedBy(owner),
        title === null || title === '' ? null : contains(raw('t.title'), title),
      ],
      sort: { by: 't.title', type: 'text', id: 't.id' },
      direction: 'asc',
    },
    page,
  );
  return mapPage(found, teamOf);
}

const managedBy = (userId: string): Fragment => sql`(exists (
    select from team_members mine where mine."teamId" = t.id and mine."userId" = ${userId} and mine.role = 'owner'
  ) or exists (
    select from members boss where boss."organizationId" = t."organizationId" and boss."userId" = ${userId}
      and boss.role = 'admin' and not boss.disabled
  ))`;
