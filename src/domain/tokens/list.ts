import { paginate } from '../../db/keyset.ts';
import { sql } from '../../db/sql.ts';
import { notFound } from '../../lib/errors.ts';
import type { Page, PageRequest } from '../../lib/page.ts';
import { tokenColumns, type TokenRow } from '../../loaders/tokens.ts';
import { requireScope } from '../access/policy.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';

export type ApiToken = TokenRow;

/** The caller's tokens, revoked and expired ones too, newest first. */
export async function listApiTokens(ctx: Context, page: PageRequest): Promise<Page<ApiToken>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<ApiToken>(
    ctx,
    {
      name: 'api-tokens',
      filters: [ctx.actor.userId],
      select: tokenColumns,
      from: sql`from api_tokens t`,
      where: [sql`t."userId" = ${ctx.actor.userId}`],
      sort: { by: 't."createdAt"', type: 'timestamptz', id: 't.id' },
      direction: 'desc',
    },
    page,
  );
}

/** A token of the caller, or for an instance admin anybody's. Throws not_found. */
export async function getApiToken(ctx: Context, id: string): Promise<ApiToken> {
  requireScope(ctx.actor, 'user:read');
  return ownToken(ctx, id);
}

async function ownToken(ctx: Context, id: string): Promise<ApiToken> {
  const token = await ctx.loaders.token.load(id);
  if (token === null || !(token.userId === ctx.actor.userId || ctx.actor.isInstanceAdmin)) throw notFound('token', id);
  return token;
}

/** Ends a token for good, at once in this process and within a second in every other. Twice is as once. */
export async function revokeApiToken(outer: Context, id: string): Promise<ApiToken> {
  const revoked = await transact(outer, async (ctx) => {
    requireScope(ctx.actor, 'user:write');
    const token = await ownToken(ctx, id);
    if (token.revokedAt !== null) return token;
    const revokedAt = ctx.now();
    await ctx.db.apiToken.update({ where: { id }, data: { revokedAt }, select: { id: true } });
    return { ...token, revokedAt: revokedAt.toISOString() };
  });
  outer.forgetTokens();
  return revoked;
}
