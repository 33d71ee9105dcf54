import type { Context } from '../../core/context.ts';
import { holderIn, ofGrant } from '../../core/events/emit.ts';

interface GrantsOf {
  readonly organizationId: string;
  readonly userId?: string;
  readonly teamId?: string;
}

/** Emits what a user or a team loses that is about to leave an organization: a role on each of what it was granted. */
export async function emitRevoked(ctx: Context, where: GrantsOf): Promise<void> {
  for (const grant of await ctx.db.grant.findMany({ where, orderBy: { id: 'asc' } }))
    ctx.emit('access.revoked', ofGrant(grant), holderIn(grant));
}
