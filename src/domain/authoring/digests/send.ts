import type { Actor } from '../../../access/actor.ts';
import { counted } from '../../../lib/counted.ts';
import type { Context } from '../../core/context.ts';
import { jobHandler } from '../../core/jobs/kind.ts';
import type { MailResult } from '../../core/mail/fields.ts';
import type { Letter } from '../../core/mail/letters.ts';
import { sendLetter } from '../../core/mail/send.ts';
import { transact } from '../../core/transact.ts';
import { appUrl, placePath } from '../../core/urls.ts';
import { maxInDigest } from './fields.ts';
import { digestMail } from './kind.ts';
import { endDigest, listNews, type News } from './queries/digests.ts';
import { findMailbox, type Mailbox } from './queries/settings.ts';
import { unsubscribeUrl } from './unsubscribe.ts';
import { inOneLine } from './words.ts';

/** The person as the reader of a digest. */
const readerOf = ({ userId, isInstanceAdmin, ssoRequiredIn }: Mailbox, jobId: string): Actor => ({
  userId,
  tokenId: jobId,
  scopes: 'all',
  organizationId: null,
  isInstanceAdmin,
  ssoRequiredIn,
});

/**
 * Sends a digest of what the person has neither read nor been sent, and may read now. That it was sent is noted in the transaction that
 * completes the job: a process that is killed before sends it again, with the same `Message-ID`.
 */
export const digestHandler = jobHandler(digestMail, async (ctx, { userId }, run): Promise<MailResult> => {
  const mailbox = await findMailbox(ctx.sql, userId);
  if (!mailbox?.digests || mailbox.since === null) return { delivery: 'not-due' };
  const { address, refusedAddress, since } = mailbox;
  if (address === null || address === refusedAddress) return { delivery: 'not-due' };
  const news = await listNews(ctx.sql, readerOf(mailbox, run.jobId), since, maxInDigest);
  if (news.length === 0) return { delivery: 'not-due' };
  const url = unsubscribeUrl(ctx, userId);
  const delivery = await sendLetter(ctx, {
    to: address,
    jobId: run.jobId,
    letter: letterOf(ctx, news, url),
    // One click ends them, without a page (RFC 8058).
    headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const isRefused = delivery === 'recipient-refused';
  await transact(ctx, async (inner) => {
    await endDigest(inner.sql, {
      userId,
      news: isRefused ? [] : news,
      isFull: !isRefused && news.length === maxInDigest,
      refusedAddress: isRefused ? address : null,
      now: inner.now(),
    });
    await run.complete(inner, { delivery });
  });
  return { delivery };
});

const letterOf = ({ urls }: Context, news: readonly News[], url: string): Letter => ({
  subject: news.length === 1 && news[0] ? inOneLine(news[0]) : `${counted(news.length, 'notification')}`,
  lines: ['This is new for you:'],
  items: news.map((one) => ({
    text: inOneLine(one),
    url:
      one.spaceId === null
        ? null
        : appUrl(urls, ...placePath({ spaceId: one.spaceId, changeRequestId: one.changeRequestId })),
  })),
  foot: [`You asked for these mails at ${urls.base}.`, `End them: ${url}`],
});
