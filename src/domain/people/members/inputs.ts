import { Role } from '../../../access/role-forms.ts';
import { inputForm } from '../../../lib/form-types.ts';

export const UpdateMemberInput = inputForm('UpdateMember', 'Fields to update; omitted fields stay unchanged.', {
  role: Role.nullish().describe('Role in the organization; null makes the member a guest.'),
});
