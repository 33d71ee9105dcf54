import { paginate } from '../../../db/keyset.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { revoke } from './events.ts';
import { findGrant, grantsList, type GrantRow } from './queries.ts';

/** What a person allowed a client, which has not ended. */
export type OauthGrant = GrantRow;

/** Lists what the caller allowed clients and has not ended, newest first. */
export function listGrants(ctx: Context, page: PageRequest): Promise<Page<OauthGrant>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<OauthGrant>(ctx, grantsList(ctx.actor, ctx.now()), page);
}

/** Ends what the caller allowed a client, at once in this process and within a second in all others. Throws not_found. */
export async function endGrant(outer: Context, id: string): Promise<void> {
  await transact(outer, async (ctx) => {
    const grant = await findGrant(ctx.sql, id, ctx.actor, ctx.now());
    if (grant === null) throw notFound('grant', id);
    requireScope(ctx.actor, 'user:write');
    await revoke(ctx, grant, 'person');
  });
  outer.forgetTokens();
}
