import { signPath, verifyPath } from '../../../infra/storage/signed-url.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import { unsubscribeSeconds } from './fields.ts';
import { findMailbox } from './queries/settings.ts';
import { setDigests } from './settings.ts';

/** Path of the page that ends digests. */
export const unsubscribePath = '/mail/unsubscribe';

const secondsNow = ({ now }: Pick<Context, 'now'>) => Math.floor(now().getTime() / 1_000);

/** The address that ends the digests of somebody without a sign-in. */
export const unsubscribeUrl = (ctx: Pick<Context, 'downloadKey' | 'now' | 'urls'>, userId: string): string =>
  `${ctx.urls.base}${signPath(ctx.downloadKey, `${unsubscribePath}/${userId}`, secondsNow(ctx) + unsubscribeSeconds)}`;

/** Throws forbidden unless a link ends the digests of somebody. */
export function requireUnsubscribing(
  ctx: Pick<Context, 'downloadKey' | 'now'>,
  userId: string,
  query: Readonly<Record<string, unknown>>,
): void {
  if (verifyPath(ctx.downloadKey, `${unsubscribePath}/${userId}`, query, secondsNow(ctx)) !== 'ok')
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
