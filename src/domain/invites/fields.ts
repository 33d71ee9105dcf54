import * as z from 'zod';

/** Email addresses that one request may invite. */
const maxInvited = 100;

export const Invitees = z.array(z.unknown()).min(1).max(maxInvited);
