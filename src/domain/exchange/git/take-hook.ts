import { isId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import { hookSecretOwner, unseal } from './connections.ts';
import { concernsBranch } from './hook-payload.ts';
import { isSigned, type HookRequest } from './hook-signature.ts';
import { findHooked } from './queries/connections.ts';
import { askForSyncs } from './schedule.ts';

/** Compared with where there is no connection or no readable secret, so that the answer takes as long. */
const nobodys = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

/**
 * Takes what the host of a repository has sent after a push: the connection syncs soon, if its branch may have changed. Returns false for a
 * request that is not signed with its secret, and for an id of no connection.
 */
export async function takeHook(ctx: Context, id: string, request: HookRequest): Promise<boolean> {
  const row = isId('git', id) ? await findHooked(ctx.sql, id) : null;
  const secret = row && unseal(ctx.encryptionKey, row.sealedHookSecret, hookSecretOwner(id));
  if (!isSigned(request, secret ?? nobodys, ctx.now()) || row === null || secret === null) return false;
  if (concernsBranch(request, row.ref)) await askForSyncs(ctx, [id]);
  return true;
}
