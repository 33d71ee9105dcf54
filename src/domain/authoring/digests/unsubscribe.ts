import { verifyPath } from '../../../infra/storage/signed-url.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { signedUrl } from '../../core/urls.ts';
import { unsubscribeSeconds } from './fields.ts';
import { findMailbox } from './queries/settings.ts';
import { setDigests } from './settings.ts';

/** Path of the page that ends digests. */
export const unsubscribePath = '/mail/unsubscribe';

/** The address that ends the digests of somebody without a sign-in. */
export const unsubscribeUrl = (ctx: Pick<Context, 'downloadKey' | 'now' | 'urls'>, userId: string): string =>
  signedUrl(ctx, `${unsubscribePath}/${userId}`, unsubscribeSeconds);

/** Throws forbidden unless a link ends the digests of somebody. */
export function requireUnsubscribing(
  ctx: Pick<Context, 'downloadKey' | 'now'>,
  userId: string,
  query: Readonly<Record<string, unknown>>,
): void {
  const nowSeconds = Math.floor(ctx.now().getTime() / 1_000);
  if (verifyPath(ctx.downloadKey, `${unsubscribePath}/${userId}`, query, nowSeconds) !== 'ok')
    throw failure(
      'forbidden',
      'This link is not valid any more. Sign in to end mails, or use the link of a newer one.',
    );
}

/** Ends the digests of somebody, by the link of one of them. Throws forbidden. */
export function unsubscribe(outer: Context, userId: string, query: Readonly<Record<string, unknown>>): Promise<void> {
  requireUnsubscribing(outer, userId, query);
  return transact(outer, async (ctx) => {
    const found = await findMailbox(ctx.sql, userId);
    if (found?.digests) await setDigests(ctx, { id: userId, displayName: found.displayName }, false);
  });
}
