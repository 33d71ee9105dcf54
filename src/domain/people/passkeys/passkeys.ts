import { paginate } from '../../../db/keyset.ts';
import { failure, notFound } from '../../../lib/errors.ts';
import type { Page, PageRequest } from '../../../lib/page.ts';
import type { PasskeyRow } from '../../../loaders/passkeys.ts';
import { requireScope } from '../../../access/policy.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { lockUser } from '../users/queries.ts';
import { emitOfPasskey } from './events.ts';
import { passkeysList } from './queries.ts';
import { requireRecentSignIn } from './recent.ts';

export type Passkey = PasskeyRow;

/** Lists the passkeys of the caller, newest first. */
export function listPasskeys(ctx: Context, page: PageRequest): Promise<Page<Passkey>> {
  requireScope(ctx.actor, 'user:read');
  return paginate<Passkey>(ctx, passkeysList(ctx.actor.userId), page);
}

/** Gets a passkey of the caller. Throws not_found. */
export async function getPasskey(ctx: Context, id: string): Promise<Passkey> {
  const passkey = await ctx.loaders.passkey.load(id);
  if (passkey === null || passkey.userId !== ctx.actor.userId) throw notFound('passkey', id);
  requireScope(ctx.actor, 'user:read');
  return passkey;
}

/**
 * Removes a passkey of the caller, whose sessions go on. Throws not_found; reauthentication_required unless
 * the session is of a sign-in by a passkey just now; invalid_state for the last one, without which the caller could not sign in.
 */
export function removePasskey(outer: Context, id: string): Promise<void> {
  return transact(outer, async (ctx) => {
    const { userId } = ctx.actor;
    await getPasskey(ctx, id);
    requireScope(ctx.actor, 'user:write');
    await requireRecentSignIn(ctx);
    await lockUser(ctx.sql, userId);
    const passkey = await getPasskey(ctx, id);
    if ((await ctx.db.passkey.count({ where: { userId } })) === 1)
      throw failure('invalid_state', 'This is your last passkey. Add another one first.');
    await ctx.db.passkey.delete({ where: { id }, select: { id: true } });
    await emitOfPasskey(ctx, 'passkey.removed', passkey);
  });
}
