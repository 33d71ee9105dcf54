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
    await ctx.db.team.update({ where: { id: key.teamId }, data: { title, version: { increment: 1 } } });
    ctx.emit('team.updated', ofTeam(team), changesFrom(team, { title }));
    return getTeam(ctx, key);
  });
}

/** Deletes a team with the roles that it was granted. Requires `admin` of the organization. Throws precondition_failed. */
export function deleteTeam(outer: Context, { team: key, expectedVersion }: TeamReference): Promise<void> {
  return transact(outer, async (ctx) => {
    const team = await lockTeam(ctx, key, 'delete');
    requireVersion(team.version, expectedVersion);
    const lost = await emitRevoked(ctx, { organizationId: team.organizationId, teamId: key.teamId });
    await ctx.db.team.delete({ where: { id: key.teamId } });
    ctx.emit('team.deleted', ofTeam(team), lost);
  });
}
