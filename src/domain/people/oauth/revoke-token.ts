import { hashSecret } from '../../../lib/secret-token.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { revoke } from './events.ts';
import { findGrantOfAccess, lockGrantOfFamily } from './queries.ts';
import { readRefreshToken } from './refresh-token.ts';

/** Ends the grant of an access or refresh token, for its client. Does nothing for any other token (RFC 7009). */
export async function revokeByClient(
  outer: Context,
  { token, clientId }: { readonly token: string; readonly clientId: string },
): Promise<void> {
  await transact(outer, async (ctx) => {
    const refresh = readRefreshToken(token);
    const grant =
      refresh === null
        ? await findGrantOfAccess(ctx.sql, hashSecret(token), ctx.now())
        : await lockGrantOfFamily(ctx.sql, refresh.family, ctx.now());
    if (grant !== null && grant.clientId === clientId) await revoke(ctx, grant, 'client');
  });
  outer.forgetTokens();
}
