import { scopes as allScopes, type Scope } from '../../../access/scopes.ts';
import { failure, invalid, referenceNotFound } from '../../../lib/errors.ts';
import { dayMs } from '../../../lib/instant.ts';
import type { Context } from '../../core/context.ts';
import { isActiveMember } from '../members/queries.ts';
import { findManagingOrganization } from '../users/queries.ts';
import { defaultLifetimeDays, maxLifetimeDays } from './fields.ts';

/** The scopes of something that the caller hands out, by default all of the token of the request. Throws insufficient_scope beyond those. */
export function resolveScopes({ actor }: Context, requested: readonly Scope[] | null): readonly Scope[] {
  const own = actor.scopes === 'all' ? allScopes : [...actor.scopes];
  if (requested === null) return own;
  if (requested.length === 0) throw invalid('input.scopes', 'input.scopes: must contain at least one scope');
  const missing = requested.find((scope) => !own.includes(scope));
  if (missing !== undefined)
    throw failure('insufficient_scope', `The token of this request lacks the scope "${missing}"`);
  return [...new Set(requested)];
}

/** When something ends that the caller hands out, by default in 90 days. Throws forbidden beyond the end of the token of the request. */
export async function resolveExpiry(ctx: Context, requested: string | Date | null): Promise<Date> {
  const ownToken = await ctx.loaders.token.load(ctx.actor.tokenId);
  if (ownToken === null) throw failure('unauthenticated', 'The token of this request no longer exists');
  // Sessions are short, but the user behind one may create long-lived tokens.
  const { expiresAt, kind } = ownToken;
  const ownEnd = expiresAt === null || kind === 'session' ? Infinity : Date.parse(expiresAt);
  const now = ctx.now().getTime();
  if (requested === null) return new Date(Math.min(now + defaultLifetimeDays * dayMs, ownEnd));
  const end = new Date(requested).getTime();
  if (!(end > now)) throw invalid('input.expiresAt', 'input.expiresAt: must be in the future');
  if (end > now + maxLifetimeDays * dayMs)
    throw invalid('input.expiresAt', `input.expiresAt: must be within ${maxLifetimeDays} days`);
  if (end > ownEnd) throw failure('forbidden', 'A token cannot create a token that expires later than itself');
  return new Date(end);
}

/**
 * Resolves the organization of a new token. The user must be an active member. A token that is limited to an
 * organization can only create tokens for the same one, and a user whom an organization manages has tokens for it only.
 */
export async function resolveOrganization(
  ctx: Context,
  userId: string,
  requested: string | null,
): Promise<string | null> {
  const own = ctx.actor.organizationId ?? (await findManagingOrganization(ctx.sql, userId));
  if (requested === null || requested === own) return own;
  const isMember = await isActiveMember(ctx.sql, { organizationId: requested, userId });
  if (!isMember || own !== null) throw referenceNotFound('input.organization', 'organization', requested);
  return requested;
}
