import * as z from 'zod';
import type { JobKind } from '../../core/jobs/kind.ts';
import { mailAttempts, MailResult } from '../../core/mail/fields.ts';

const Payload = z.object({ userId: z.string() });

/** Sends somebody what is new for them. What that is, and whether they may still read it, is read when it is sent. */
export const digestMail: JobKind<z.infer<typeof Payload>, MailResult> = {
  name: 'digest-mail',
  payload: Payload,
  result: MailResult,
  attempts: mailAttempts,
  bySystem: true,
};
