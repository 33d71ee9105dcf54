import { changesFrom } from '../../core/events/emit.ts';
import { ofTeam } from './events.ts';
import type { Context } from '../../core/context.ts';
import { requireVersion, type Expected } from '../../core/locks.ts';
import { transact } from '../../core/transact.ts';
import { emitRevoked } from './revoked-grants.ts';
import { getTeam, lockTeam, type Team, type TeamKey } from './teams.ts';

interface TeamReference extends Expected {
  readonly team: TeamKey;
}

/** Updates the title of a team. Requires `admin` of the organization. Throws precondition_failed. */
export function updateTeam(
  outer: Context,
  { team: key, expectedVersion, title }: TeamReference & { readonly title: string },
): Promise<Team> {
  return transact(outer, async (ctx) => {
    const team = await lockTeam(ctx, key, 'update');
    requireVersion(team.version, expectedVersion);
    if (title === team.title) return team;
    await renameTeam(ctx, team, title);
    return getTeam(ctx, key);
  });
}

/** Renames a team whose organization is locked. Performs no authorization. */
export async function renameTeam(ctx: Context, team: Team, title: string): Promise<void> {
  await ctx.db.team.update({ where: { id: team.id }, data: { title, version: { increment: 1 } } });
  ctx.emit('team.updated', ofTeam(team), changesFrom(team, { title }));
}

/** Deletes a team with the roles that it was granted. Requires `admin` of the organization. Throws precondition_failed. */
export function deleteTeam(outer: Context, { team: key, expectedVersion }: TeamReference): Promise<void> {
  return transact(outer, async (ctx) => {
    const team = await lockTeam(ctx, key, 'delete');
    requireVersion(team.version, expectedVersion);
    await deleteLockedTeam(ctx, team);
  });
}

/** Deletes a team whose organization is locked. Performs no authorization. */
export async function deleteLockedTeam(ctx: Context, team: Team): Promise<void> {
  const { id: teamId, organizationId } = team;
  const lost = await emitRevoked(ctx, { organizationId, teamId });
  await ctx.db.team.delete({ where: { id: teamId } });
  ctx.emit('team.deleted', ofTeam(team), lost);
}
