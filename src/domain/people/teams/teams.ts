import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import { mapPage, type Page, type PageRequest } from '../../../lib/page.ts';
import { toTeam, type TeamColumns, type TeamKey, type TeamRow } from '../../../loaders/teams.ts';
import { authorize, allowed } from '../../../access/policy.ts';
import type { Actor } from '../../../access/actor.ts';
import type { Context } from '../../core/context.ts';
import { lockTree } from '../../core/locks.ts';
import { authorizedOrganization, getOrganization } from '../organizations/organizations.ts';
import { teamPolicy, type TeamAction } from './policy.ts';
import { teamsList } from './queries.ts';

export type Team = TeamRow;
export type { TeamKey };

/** Gets a team. Throws not_found; forbidden for a guest who is not in the team. */
export const getTeam = (ctx: Context, key: TeamKey): Promise<Team> => authorizedTeam(ctx, key, 'read');

/** Gets a team of any organization of the caller by id. */
export async function getTeamById(ctx: Context, id: string): Promise<Team> {
  const team = await ctx.loaders.team.load(id);
  if (team === null) throw notFound('team', id);
  authorize(teamPolicy, 'read', ctx.actor, team);
  return team;
}

/** Gets a team and authorizes an action on it. */
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

/** Locks the organization and authorizes again, because access may have changed while it waited. */
export async function lockTeam(ctx: Context, key: TeamKey, action: TeamAction): Promise<Team> {
  await authorizedTeam(ctx, key, action);
  await lockTree(ctx, key.organizationId);
  return authorizedTeam(ctx, key, action);
}

export const teamPermissions = (actor: Actor, team: Team) => ({
  admin: allowed(teamPolicy, 'admin', actor, team),
  view: allowed(teamPolicy, 'read', actor, team),
});

export interface TeamFilter {
  /** Id of a user: lists only teams that this user can manage, as an owner or as an admin of the organization. */
  readonly owner?: string | null | undefined;
  /** Part of the title. */
  readonly title?: string | null | undefined;
}

/** Lists the teams of an organization by title. */
export async function listTeams(
  ctx: Context,
  { organizationId, owner, title }: TeamFilter & { readonly organizationId: string },
  page: PageRequest,
): Promise<Page<Team>> {
  await authorizedOrganization(ctx, organizationId, 'listTeams');
  const list = teamsList(ctx.actor, { organizationId, owner: owner ?? null, title: title ?? null });
  return mapPage(await paginate<TeamColumns>(ctx, list, page), toTeam);
}
