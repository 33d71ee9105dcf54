import { isId } from '../../../lib/ids.ts';
import type { Context } from '../../core/context.ts';
import { hookSecretOwner, unseal } from './connections.ts';
import { concernsBranch } from './hook-payload.ts';
import { isSigned, type HookRequest } from './hook-signature.ts';
import { findHooked, type HookedConnection } from './queries/connections.ts';
import { numberOfRef } from './pull-requests/hosts.ts';
import { notePullRequest } from './pull-requests/queries.ts';
import { readNews } from './pull-requests/read-news.ts';
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
  if (concernsBranch(request, row.ref) || (await takeNews(ctx, { ...row, id }, request))) await askForSyncs(ctx, [id]);
  return true;
}

/** Notes what a webhook tells of a pull request into the branch. Returns whether one is to be shown, or no longer. */
async function takeNews(
  ctx: Context,
  { id, ref, pullRequests }: HookedConnection & { readonly id: string },
  request: HookRequest,
): Promise<boolean> {
  const news = pullRequests === 'none' ? null : readNews(request);
  if (news === null || (news.isFork && (pullRequests !== 'all' || !numberOfRef(news.ref)))) return false;
  // One into another branch now is one less into this.
  const isOpen = news.isOpen && news.into === ref;
  await notePullRequest(ctx.sql, id, { ...news, state: isOpen ? 'open' : 'closed' });
  return true;
}
