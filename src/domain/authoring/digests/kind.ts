import * as z from 'zod';
import { mailKind } from '../../core/mail/fields.ts';

const Payload = z.object({ userId: z.string() });

/** Sends somebody what is new for them. What that is, and whether they may still read it, is read when it is sent. */
export const digestMail = mailKind('digest-mail', Payload);
