import * as z from 'zod';
import { roles } from '../access/roles.ts';
import { Email } from '../users/fields.ts';

/** Addresses one request may invite. */
const maxInvited = 100;

/** Public form: an address, or an address with the role of its user; null makes a guest. */
const Invitee = z.union([Email, z.object({ email: Email, role: z.enum(roles).nullable() })], {
  error: 'must be an address, or an object of email and role',
});

export const Invitees = z.array(Invitee).min(1).max(maxInvited);
