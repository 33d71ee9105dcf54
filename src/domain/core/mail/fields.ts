import * as z from 'zod';
import type { JobKind } from '../jobs/kind.ts';

/** Number of attempts after which a mail is given up, over about sixteen hours. */
const mailAttempts = 12;

/** Jobs that send mail run one after the other, because mail servers admit few connections. */
export const mailQueue = 'mail';

/** How long a digest waits after the first notification for those that follow it, in milliseconds. */
export const digestWaitMs = 300_000;

/** How long after a digest the next one is sent at the earliest, in milliseconds. */
export const digestPauseMs = 3_600_000;

/** What became of a mail; `not-due` when there was nobody or nothing left to send it for. */
const MailResult = z.object({ delivery: z.enum(['sent', 'recipient-refused', 'refused', 'not-due']) });
export type MailResult = z.infer<typeof MailResult>;

/** The kind of the jobs that send a mail. */
export const mailKind = <Payload>(name: string, payload: z.ZodType<Payload>): JobKind<Payload, MailResult> => ({
  name,
  payload,
  result: MailResult,
  attempts: mailAttempts,
  bySystem: true,
});
