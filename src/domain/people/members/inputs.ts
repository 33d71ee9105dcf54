import * as z from 'zod';
import { Role } from '../../../access/role-forms.ts';
import { inputForm } from '../../../lib/form-types.ts';

export const UpdateMemberInput = inputForm('UpdateMember', 'Fields to update; omitted fields stay unchanged.', {
  role: Role.nullish().describe('Role in the organization; null makes the member a guest.'),
  disabled: z
    .boolean()
    .optional()
    .describe('Whether the member is kept out of the organization: a disabled member has no access to it.'),
});
