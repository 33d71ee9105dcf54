import type * as z from 'zod';
import { recordOfToken } from './events.ts';
import { failure, forbidden, referenceNotFound } from '../../../lib/errors.ts';
import type { TokenRow } from '../../../loaders/tokens.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockUser } from '../users/queries.ts';
import { resolveExpiry, resolveOrganization, resolveScopes } from './bounds.ts';
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

/** Throws invalid_state at the limit. */
async function requireBelowLimit(ctx: Context, userId: string): Promise<void> {
  const { MAX_TOKENS_PER_USER: max } = ctx.config;
  if ((await countActiveTokens(ctx.sql, userId, ctx.now())) >= max)
    throw failure('invalid_state', `A user can have at most ${max} active tokens. Revoke one first.`);
}
