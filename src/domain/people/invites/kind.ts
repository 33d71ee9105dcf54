import * as z from 'zod';
import { mailAttempts, MailResult } from '../../core/mail/fields.ts';
import type { JobKind } from '../../core/jobs/kind.ts';

const Payload = z.object({ organizationId: z.string(), userId: z.string(), createdById: z.string() });

/** Sends an invitation. The link in it is made by the job, so its secret is stored nowhere. */
export const invitationMail: JobKind<z.infer<typeof Payload>, MailResult> = {
  name: 'invitation-mail',
  payload: Payload,
  result: MailResult,
  attempts: mailAttempts,
  bySystem: true,
};
