import { inputForm, namedInGraph, omittable } from '../../../lib/form-types.ts';
import { Memberships, TeamMemberRole, TeamTitle, UserIds, UserNames } from './fields.ts';

export const CreateTeamInput = inputForm('CreateTeam', 'Fields of a new team.', {
  title: TeamTitle.describe('Name of the team.'),
  members: namedInGraph('userIds', UserIds)
    .apply(omittable)
    .describe('User ids of members of the organization to add.'),
});

export const UpdateTeamInput = inputForm('UpdateTeam', 'Fields to update.', {
  title: TeamTitle.describe('Name of the team.'),
});

export const UpdateTeamMembersInput = inputForm(
  'UpdateTeamMembers',
  'Members to add, roles to set and members to remove, applied in this order: `add`, `memberships`, `remove`.',
  {
    add: UserNames.apply(omittable).describe('Members of the organization to add, by user id or email address.'),
    remove: UserNames.apply(omittable).describe('Members to remove from the team, by user id or email address.'),
    memberships: Memberships.apply(omittable).describe('Roles to set, by user id or email address. At most 1,000.'),
  },
);

export const SetTeamMemberInput = inputForm('SetTeamMember', 'The membership of a user in a team.', {
  role: TeamMemberRole.apply(omittable).describe(
    'Role in the team. When omitted, a new member gets the role `MEMBER`, and an existing one keeps the role.',
  ),
});
