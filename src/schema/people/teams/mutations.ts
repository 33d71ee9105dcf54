import { withInput } from '../../../lib/watched-inputs.ts';
import { inOrganization } from '../organizations/organization.ts';
import { removeTeamMember, setTeamMember, updateTeamMembers } from '../../../domain/people/teams/update-members.ts';
import { createTeam } from '../../../domain/people/teams/create.ts';
import {
  CreateTeamInput,
  SetTeamMemberInput,
  UpdateTeamInput,
  UpdateTeamMembersInput,
} from '../../../domain/people/teams/inputs.ts';
import { deleteTeam, updateTeam } from '../../../domain/people/teams/update.ts';
import { teamMemberId, resolveTeamUser } from '../../../domain/people/teams/team-member-ids.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { Team, inTeam } from './team.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const teamArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  teamId: t.id({ required: true }),
}));

mutation('createTeam', {
  description:
    'Creates a team whose owner is the caller. Organization admins only. Refused for users who are not members of the organization.',
  args: organizationArg,
  input: { form: CreateTeamInput, description: 'Fields of the new team.' },
  payload: shows('team', Team, 'The new team.'),
  resolve: (ctx, { organizationId, input }) => createTeam(ctx, withInput(input, { organizationId })),
});

mutation('updateTeam', {
  description: 'Updates the title of a team. Organization admins only.',
  args: { ...teamArgs, ...expectedVersionArg },
  input: { form: UpdateTeamInput, description: 'Fields to update.' },
  payload: shows('team', Team, 'The updated team.'),
  resolve: (ctx, { expectedVersion, input: { title }, ...team }) => updateTeam(ctx, { team, expectedVersion, title }),
});

mutation('deleteTeam', {
  description: 'Deletes a team and its grants. Organization admins only.',
  args: { ...teamArgs, ...expectedVersionArg },
  payload: showsDeleted('Id of the deleted team.', inOrganization),
  resolve: async (ctx, { expectedVersion, ...team }) => {
    await deleteTeam(ctx, { team, expectedVersion });
    return { deletedId: team.teamId, organizationId: team.organizationId };
  },
});

mutation('updateTeamMembers', {
  description:
    'Updates the members of a team, either all or none. For organization admins; owners of the team may only add and remove members who are not owners.',
  args: teamArgs,
  input: { form: UpdateTeamMembersInput, description: 'Members to add, update and remove.' },
  payload: shows('team', Team, 'The updated team.'),
  resolve: (ctx, { input, ...team }) => updateTeamMembers(ctx, { team, changes: input }),
});

mutation('setTeamMember', {
  description:
    'Adds a member of the organization to a team, or sets the role of a member of the team. For organization admins; owners of the team may only add members who are not owners.',
  args: {
    ...teamArgs,
    ...builder.args((t) => ({
      userId: t.id({
        required: true,
        description: 'Id of the user, of the member of the organization or of the member of the team.',
      }),
    })),
  },
  input: { form: SetTeamMemberInput, description: 'Membership in the team.', isOptional: true },
  payload: shows('team', Team, 'The updated team.'),
  resolve: (ctx, { userId, input, ...team }) =>
    setTeamMember(ctx, { team, userId: resolveTeamUser(team, userId), role: input?.role }),
});

mutation('removeTeamMember', {
  description:
    'Removes a user from a team. For organization admins; owners of the team may remove members who are not owners, and every member may leave.',
  args: {
    ...teamArgs,
    ...builder.args((t) => ({
      userId: t.id({
        required: true,
        description: 'Id of the user, of the member of the organization or of the member of the team.',
      }),
    })),
  },
  payload: showsDeleted('Id of the removed member of the team.', inTeam),
  resolve: async (ctx, { userId, ...team }) => {
    const user = resolveTeamUser(team, userId);
    await removeTeamMember(ctx, { team, userId: user });
    return { ...team, deletedId: teamMemberId(team.teamId, user) };
  },
});
