import * as z from 'zod';
import { mailKind } from '../../core/mail/fields.ts';

const Payload = z.object({
  /** Null where nobody was found for the address that was asked for: such a job does nothing. */
  userId: z.string().nullable(),
  /** The instance admin who sends it; null for a link that was asked for. */
  createdById: z.string().nullable(),
  /** When nobody waits for it any more. */
  until: z.iso.datetime(),
});

/** Sends a link by which somebody gets a new passkey. The job makes the link, so its secret is stored nowhere. */
export const recoveryMail = mailKind('recovery-mail', Payload);
