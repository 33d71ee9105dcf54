import * as z from 'zod';
import { Role } from '../../../access/role-forms.ts';
import { Id, inputForm, textOrObject, omittable } from '../../../lib/form-types.ts';
import { Email } from '../users/fields.ts';
import { maxInvited } from './fields.ts';

/** REST also accepts the email address alone. */
const InviteeInput = textOrObject(
  'email',
  { name: 'Invitee', description: 'A user to add as a member.' },
  {
    email: Email.describe('Email address of the user.'),
    role: Role.nullish().describe('Role of the user; null makes a guest. The `role` of the request when omitted.'),
  },
);

export const InviteMembersInput = inputForm('InviteMembers', 'Users to add as members.', {
  emails: z
    .array(InviteeInput)
    .min(1)
    .max(maxInvited)
    .describe('Between 1 and 100 email addresses, each optionally with a role.'),
  role: Role.nullish().describe(
    "Role of users without a `role` of their own; null makes them guests. The organization's default role when omitted.",
  ),
  sso: z
    .boolean()
    .apply(omittable)
    .describe('Whether the new members sign in with single sign-on. False when omitted.'),
  links: z
    .boolean()
    .apply(omittable)
    .describe(
      'Whether to make a link for each of them whom an invitation of this organization has made and nobody has used yet. False when omitted.',
    ),
});

export const CreateInviteLinkInput = inputForm(
  'CreateInviteLink',
  'A new invite link. It grants either a `role` in the organization, or a `level` on a `space` or `collection`.',
  {
    role: Role.nullish().describe('Role in the organization; null makes guests.'),
    level: Role.apply(omittable).describe('Role on the space or collection.'),
    space: Id.apply(omittable).describe('Id of a space of the organization.'),
    collection: Id.apply(omittable).describe('Id of a collection of the organization.'),
  },
);

export const UpdateInviteLinkInput = inputForm(
  'UpdateInviteLink',
  'Fields to update: `role` of a link to the organization, `level` of a link to content.',
  {
    role: Role.nullish().describe('Role in the organization; null makes guests.'),
    level: Role.optional().describe('Role on the space or collection.'),
  },
);
