import { sql } from '../../db/sql.ts';
import { failure, forbidden, invalid, referenceNotFound } from '../../lib/errors.ts';
import type { TokenRow } from '../../loaders/tokens.ts';
import { requireScope } from '../access/policy.ts';
import { scopes as allScopes, type Scope } from '../access/scopes.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import { defaultLifeDays, maxLifeDays } from './fields.ts';
import { issueToken } from './tokens.ts';

export interface TokenRequest {
  readonly name: string;
  /** ISO 8601. */
  readonly expiresAt?: string | Date | null | undefined;
  readonly scopes?: readonly Scope[] | null | undefined;
  /** The one organization it works in. */
  readonly organization?: string | null | undefined;
  /** Whose it is: the caller's, or for an instance admin anybody's. */
  readonly user?: string | null | undefined;
}

export interface IssuedToken {
  /** Shown here only. */
  readonly secret: string;
  readonly token: TokenRow;
}

const dayMs = 86_400_000;

/**
 * Creates a token that can do no more than the one that asks: no scope beyond its own, no other
 * organization, no longer life. Throws insufficient_scope, forbidden, invalid_state when there are too many.
 */
export function createApiToken(outer: Context, request: TokenRequest): Promise<IssuedToken> {
  return transact(outer, async (ctx) => {
    requireScope(ctx.actor, 'user:write');
    const userId = await holderOf(ctx, request.user ?? ctx.actor.userId);
    const scopes = scopesOf(ctx, request.scopes ?? null);
    const organizationId = await pinOf(ctx, userId, request.organization ?? null);
    const expiresAt = await endOf(ctx, request.expiresAt ?? null);
    await refuseTooMany(ctx, userId);
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
    return { secret, token };
  });
}

async function holderOf(ctx: Context, userId: string): Promise<string> {
  if (userId === ctx.actor.userId) return userId;
  const user = await ctx.loaders.knownUser.load(userId);
  if (user === null) throw referenceNotFound('input.user', 'user', userId);
  if (!ctx.actor.isInstanceAdmin) throw forbidden('create tokens for', 'user');
  return userId;
}

function scopesOf({ actor }: Context, asked: readonly Scope[] | null): readonly Scope[] {
  const own = actor.scopes === 'all' ? allScopes : [...actor.scopes];
  if (asked === null) return own;
  if (asked.length === 0) throw invalid('input.scopes', 'input.scopes: must name at least one scope');
  const beyond = asked.find((scope) => !own.includes(scope));
  if (beyond !== undefined) throw failure('insufficient_scope', `This token lacks the scope "${beyond}" itself`);
  return [...new Set(asked)];
}

/** The organization of the new token: one the holder is in, and that of the asking token if it has one. */
async function pinOf(ctx: Context, userId: string, asked: string | null): Promise<string | null> {
  const pin = ctx.actor.organizationId;
  if (asked === null || asked === pin) return pin;
  const found = await ctx.sql.first(sql`select 1 as found from members mine
    where mine."organizationId" = ${asked} and mine."userId" = ${userId} and not mine.disabled`);
  if (found === null || pin !== null) throw referenceNotFound('input.organization', 'organization', asked);
  return asked;
}

async function endOf(ctx: Context, asked: string | Date | null): Promise<Date> {
  const asking = await ctx.loaders.token.load(ctx.actor.tokenId);
  if (asking === null) throw failure('unauthenticated', 'The token that asks is gone');
  const ownEnd = asking.expiresAt === null ? Infinity : Date.parse(asking.expiresAt);
  const now = ctx.now().getTime();
  if (asked === null) return new Date(Math.min(now + defaultLifeDays * dayMs, ownEnd));
  const end = new Date(asked).getTime();
  if (!(end > now)) throw invalid('input.expiresAt', 'input.expiresAt: must be in the future');
  if (end > now + maxLifeDays * dayMs)
    throw invalid('input.expiresAt', `input.expiresAt: must be within ${maxLifeDays} days`);
  if (end > ownEnd) throw failure('forbidden', 'A token cannot create one that outlives it');
  return new Date(end);
}

/** Counts under a lock of the user, so that requests at once do not pass together. */
async function refuseTooMany(ctx: Context, userId: string): Promise<void> {
  await ctx.sql.rows(sql`select id from users where id = ${userId} for no key update`);
  const live = await ctx.sql.first<{ count: number }>(sql`select count(*)::int as count from api_tokens
    where "userId" = ${userId} and "revokedAt" is null
      and ("expiresAt" is null or "expiresAt" > ${ctx.now().toISOString()}::timestamptz)`);
  const { MAX_TOKENS_PER_USER: max } = ctx.config;
  if ((live?.count ?? 0) >= max) throw failure('invalid_state', `A user has ${max} tokens at most: revoke one first`);
}
