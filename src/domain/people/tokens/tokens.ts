import { recordOfToken } from './events.ts';
import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { TokenRow } from '../../../loaders/tokens.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { tokensList } from './queries.ts';

export type ApiToken = TokenRow;

/** Lists the caller's tokens, newest first, including revoked and expired ones. */
export async function listApiTokens(ctx: Context, page: PageRequest): Promise<Page<ApiToken>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<ApiToken>(ctx, tokensList(ctx.actor), page);
}

/** Gets a token of the caller; an instance admin may get any token. Throws not_found. */
export async function getApiToken(ctx: Context, id: string): Promise<ApiToken> {
  requireScope(ctx.actor, 'user:read');
  return ownToken(ctx, id);
}

async function ownToken(ctx: Context, id: string): Promise<ApiToken> {
  const token = await ctx.loaders.token.load(id);
  const { userId, organizationId, isInstanceAdmin } = ctx.actor;
  const isOwn = token?.userId === userId && (organizationId === null || token.organizationId === organizationId);
  if (token === null || !(isOwn || isInstanceAdmin)) throw notFound('token', id);
  return token;
}

/** Revokes a token. Takes effect immediately in this process and within a second in all others. Idempotent. */
export async function revokeApiToken(outer: Context, id: string): Promise<ApiToken> {
  const revoked = await transact(outer, async (ctx) => {
    requireScope(ctx.actor, 'user:write');
    const token = await ownToken(ctx, id);
    if (token.revokedAt !== null) return token;
    const revokedAt = ctx.now();
    await ctx.db.apiToken.update({ where: { id }, data: { revokedAt }, select: { id: true } });
    await recordOfToken(ctx, 'api_token.revoked', token);
    return { ...token, revokedAt: revokedAt.toISOString() };
  });
  outer.forgetTokens();
  return revoked;
}
