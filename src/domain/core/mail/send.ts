import { MailDelayed, MailRefused } from '../../../infra/mail/mail-errors.ts';
import { failure } from '../../../lib/errors.ts';
import type { Context } from '../context.ts';
import { written, type Letter } from './letters.ts';

interface SentLetter {
  readonly to: string;
  readonly letter: Letter;
  /** Id of the job that sends it. */
  readonly jobId: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What became of a letter that will not be tried again. */
export type Delivery = 'sent' | 'recipient-refused' | 'refused';

/**
 * Sends a letter, for a job. Returns when the mail server has taken or refused it for good. Throws delivery_failed when another attempt
 * may succeed.
 */
export async function sendLetter(
  { mailer, urls }: Pick<Context, 'mailer' | 'urls'>,
  { to, letter, jobId, headers }: SentLetter,
): Promise<Delivery> {
  if (mailer === null) throw failure('delivery_failed', 'SMTP_URL is not set any more');
  try {
    await mailer.send({
      ...written(letter),
      to,
      messageId: `<${jobId}@${new URL(urls.base).hostname}>`,
      ...(headers && { headers }),
    });
    return 'sent';
  } catch (error) {
    if (error instanceof MailRefused) return error.isRecipient ? 'recipient-refused' : 'refused';
    if (error instanceof MailDelayed) throw failure('delivery_failed', error.message, { cause: error });
    throw error;
  }
}

/** Throws invalid_state where no mail server is configured. */
export function requireMailer({ mailer }: Pick<Context, 'mailer'>): void {
  if (mailer === null) throw failure('invalid_state', 'This service sends no mail');
}
