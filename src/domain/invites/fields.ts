import * as z from 'zod';

/** Maximum number of email addresses in one request. */
const maxInvited = 100;

export const Invitees = z.array(z.unknown()).min(1).max(maxInvited);
