import { failure, referenceNotFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { hasProvenProvider } from '../organizations/queries.ts';
import { maxProviders } from './fields.ts';
import type { ProviderKey } from './providers.ts';
import { countProviders } from './queries.ts';

/** Throws invalid_state when an organization has as many providers as it can have. Its row is locked. */
export async function refuseProviderBeyondLimit(ctx: Context, organizationId: string): Promise<void> {
  if ((await countProviders(ctx.sql, organizationId)) >= maxProviders)
    throw failure('invalid_state', `An organization can have at most ${maxProviders} identity providers`);
}

/**
 * Throws invalid_state unless an admin has signed in by another provider since its last change, because otherwise nobody
 * might be able to sign in to lift the requirement.
 */
export async function refuseLastProvider(ctx: Context, { organizationId, providerId }: ProviderKey): Promise<void> {
  if (await hasProvenProvider(ctx.sql, organizationId, providerId)) return;
  throw failure(
    'invalid_state',
    'The organization requires SSO, and no admin has signed in by another provider since its last change. Set "sso" of the organization to false first, or create a second provider and let an admin sign in by it.',
  );
}

/** Columns of a provider after a change. One that might keep people out is to be proved again by the sign-in of an admin. */
export const changedProvider = (mayKeepOut: boolean) => ({
  version: { increment: 1 },
  ...(mayKeepOut ? { provenAt: null } : {}),
});

/** Deletes a provider with its sessions and identities. Tokens of members that it signed in last rest again. */
export async function deleteProvider(ctx: Context, providerId: string): Promise<void> {
  await ctx.db.member.updateMany({ where: { providerId }, data: { signedInAt: null } });
  await ctx.db.loginProvider.delete({ where: { id: providerId } });
}

/** Throws reference_not_found for a default team of another organization. */
export async function requireDefaultTeam(
  ctx: Context,
  organizationId: string,
  teamId: string | null | undefined,
): Promise<void> {
  if (!teamId) return;
  const team = await ctx.loaders.team.load(teamId);
  if (team === null || team.organizationId !== organizationId)
    throw referenceNotFound('input.defaultTeam', 'team', teamId);
}
