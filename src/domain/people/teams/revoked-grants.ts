import type { Context } from '../../core/context.ts';
import { maxListedEffects } from '../../core/events/catalogue.ts';
import { holderIn, ofGrant, whenUnlisted } from '../../core/events/emit.ts';

interface GrantsOf {
  readonly organizationId: string;
  readonly userId?: string;
  readonly teamId?: string;
}

/**
 * Emits what a user or a team loses that is about to leave an organization: a role on each of what it was granted, of the first
 * `maxListedEffects`. Returns what the event of the leave says of the others.
 */
export async function emitRevoked(ctx: Context, where: GrantsOf): Promise<{ readonly grants?: number }> {
  const grants = await ctx.db.grant.findMany({ where, orderBy: { id: 'asc' }, take: maxListedEffects });
  for (const grant of grants) ctx.emit('access.revoked', ofGrant(grant), holderIn(grant));
  return whenUnlisted('grants', grants.length < maxListedEffects ? 0 : await ctx.db.grant.count({ where }));
}
