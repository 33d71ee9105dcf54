import * as z from 'zod';

/** Number of attempts after which a mail is given up, over about sixteen hours. */
export const mailAttempts = 12;

/** Jobs that send mail run one after the other, because mail servers admit few connections. */
export const mailQueue = 'mail';

/** How long a digest waits after the first notification for those that follow it, in milliseconds. */
export const digestWaitMs = 300_000;

/** How long after a digest the next one is sent at the earliest, in milliseconds. */
export const digestPauseMs = 3_600_000;

/** What became of a mail; `not-due` when there was nobody or nothing left to send it for. */
export const MailResult = z.object({ delivery: z.enum(['sent', 'recipient-refused', 'refused', 'not-due']) });
export type MailResult = z.infer<typeof MailResult>;
