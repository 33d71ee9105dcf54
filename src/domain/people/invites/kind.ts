import * as z from 'zod';
import { mailKind } from '../../core/mail/fields.ts';

const Payload = z.object({ organizationId: z.string(), userId: z.string(), createdById: z.string() });

/** Sends an invitation. The link in it is made by the job, so its secret is stored nowhere. */
export const invitationMail = mailKind('invitation-mail', Payload);
