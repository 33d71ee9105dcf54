import { dayMs } from '../../../lib/instant.ts';
import type * as z from 'zod';
import { recordOfToken } from './events.ts';
import { failure, forbidden, invalid, referenceNotFound } from '../../../lib/errors.ts';
import type { TokenRow } from '../../../loaders/tokens.ts';
import { requireScope } from '../../../access/policy.ts';
import { scopes as allScopes, type Scope } from '../../../access/scopes.ts';
import type { Context } from '../../core/context.ts';
import { isActiveMember } from '../members/queries.ts';
import { transact } from '../../core/transact.ts';
import { findManagingOrganization, lockUser } from '../users/queries.ts';
import { defaultLifetimeDays, maxLifetimeDays } from './fields.ts';
import { issueToken } from './issue.ts';
import { countActiveTokens } from './queries.ts';
import type { CreateApiTokenInput } from './inputs.ts';

export type TokenRequest = z.output<typeof CreateApiTokenInput>;

export interface IssuedToken {
  /** Not stored, so it cannot be read again. */
  readonly secret: string;
  readonly token: TokenRow;
}

/**
 * Creates a token with no more permissions than the token of the request: its scopes, its organization, its expiry at
 * most. Throws insufficient_scope, forbidden; invalid_state when the user has too many tokens.
 */
export function createApiToken(outer: Context, request: TokenRequest): Promise<IssuedToken> {
  return transact(outer, async (ctx) => {
    requireScope(ctx.actor, 'user:write');
    const userId = await resolveUser(ctx, request.user ?? ctx.actor.userId);
    const scopes = resolveScopes(ctx, request.scopes ?? null);
    // Locked first, so that concurrent requests cannot exceed the limit of tokens together, and no organization begins
    // to manage the user meanwhile.
    await lockUser(ctx.sql, userId);
    const organizationId = await resolveOrganization(ctx, userId, request.organization ?? null);
    const expiresAt = await resolveExpiry(ctx, request.expiresAt ?? null);
    await requireBelowLimit(ctx, userId);
    const { id, secret } = await issueToken(ctx, {
      userId,
      kind: 'user',
      name: request.name,
      scopes,
      organizationId,
      expiresAt,
    });
    const token = await ctx.loaders.token.load(id);
    if (token === null) throw new Error(`The token ${id} cannot be read back`);
    await recordOfToken(ctx, 'api_token.created', token);
    return { secret, token };
  });
}

async function resolveUser(ctx: Context, userId: string): Promise<string> {
  if (userId === ctx.actor.userId) return userId;
  const user = await ctx.loaders.knownUser.load(userId);
  if (user === null) throw referenceNotFound('input.user', 'user', userId);
  if (!ctx.actor.isInstanceAdmin) throw forbidden('create tokens for', 'user');
  return userId;
}

function resolveScopes({ actor }: Context, requested: readonly Scope[] | null): readonly Scope[] {
  const own = actor.scopes === 'all' ? allScopes : [...actor.scopes];
  if (requested === null) return own;
  if (requested.length === 0) throw invalid('input.scopes', 'input.scopes: must contain at least one scope');
  const missing = requested.find((scope) => !own.includes(scope));
  if (missing !== undefined)
    throw failure('insufficient_scope', `The token of this request lacks the scope "${missing}"`);
  return [...new Set(requested)];
}

/**
 * Resolves the organization of a new token. The user must be an active member. A token that is limited to an
 * organization can only create tokens for the same one, and a user whom an organization manages has tokens for it only.
 */
async function resolveOrganization(ctx: Context, userId: string, requested: string | null): Promise<string | null> {
  const own = ctx.actor.organizationId ?? (await findManagingOrganization(ctx.sql, userId));
  if (requested === null || requested === own) return own;
  const isMember = await isActiveMember(ctx.sql, { organizationId: requested, userId });
  if (!isMember || own !== null) throw referenceNotFound('input.organization', 'organization', requested);
  return requested;
}

async function resolveExpiry(ctx: Context, requested: string | Date | null): Promise<Date> {
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

/** Throws invalid_state at the limit. */
async function requireBelowLimit(ctx: Context, userId: string): Promise<void> {
  const { MAX_TOKENS_PER_USER: max } = ctx.config;
  if ((await countActiveTokens(ctx.sql, userId, ctx.now())) >= max)
    throw failure('invalid_state', `A user can have at most ${max} active tokens. Revoke one first.`);
}
