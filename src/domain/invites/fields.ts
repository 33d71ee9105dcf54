import * as z from 'zod';
import { roles } from '../../access/roles.ts';
import { Email } from '../users/fields.ts';

/** Email addresses that one request may invite. */
const maxInvited = 100;

/** An email address, or an address with the role of its user. A role of null makes a guest. */
const Invitee = z.union([Email, z.object({ email: Email, role: z.enum(roles).nullable() })], {
  error: 'must be an email address, or an object with an email address and a role',
});

export const Invitees = z.array(Invitee).min(1).max(maxInvited);
