import {
  removeTeamMember,
  setTeamMember,
  updateTeamMembers,
  type TeamMemberChanges,
} from '../../domain/teams/update-members.ts';
import { Memberships, TeamTitle, UserNames } from '../../domain/teams/fields.ts';
import { createTeam } from '../../domain/teams/create.ts';
import { deleteTeam, updateTeam } from '../../domain/teams/update.ts';
import { teamMemberId, resolveTeamUser } from '../../domain/teams/team-member-ids.ts';
import { builder } from '../builder.ts';
import { inForm, keyed } from '../contract-form.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Team, TeamMemberRoleEnum } from './team.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true }),
}));

const teamArgs = builder.args((t) => ({
  organizationId: t.id({ required: true }),
  teamId: t.id({ required: true }),
}));

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'Fields of a new team.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name of the team.', validate: TeamTitle }),
    members: t.idList({ description: 'User ids of members of the organization to add.', validate: UserNames }),
  }),
});

builder.mutationField('createTeam', (t) =>
  t.field({
    type: payloadType('CreateTeamPayload', 'team', Team, 'The new team.'),
    description:
      'Creates a team whose owner is the caller. Organization admins only. Refused for users who are not members of the organization.',
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateTeamInput, required: true, description: 'Fields of the new team.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      team: await createTeam(ctx, { ...input, organizationId }),
    }),
  }),
);

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Fields to update.',
  fields: (t) => ({ title: t.string({ required: true, description: 'Name of the team.', validate: TeamTitle }) }),
});

builder.mutationField('updateTeam', (t) =>
  t.field({
    type: payloadType('UpdateTeamPayload', 'team', Team, 'The updated team.'),
    description: 'Updates the title of a team. Organization admins only.',
    args: {
      ...teamArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateTeamInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { expectedVersion, input: { title }, ...team }, ctx) => ({
      team: await updateTeam(ctx, { team, expectedVersion, title }),
    }),
  }),
);

builder.mutationField('deleteTeam', (t) =>
  t.field({
    type: deletedPayload('DeleteTeamPayload', 'Id of the deleted team.'),
    description: 'Deletes a team and its grants. Organization admins only.',
    args: { ...teamArgs, ...expectedVersionArg },
    resolve: async (_root, { expectedVersion, ...team }, ctx) => {
      await deleteTeam(ctx, { team, expectedVersion });
      return { deletedId: team.teamId };
    },
  }),
);

const TeamMembershipInput = builder.inputType('TeamMembershipInput', {
  description: 'The role of a user in a team.',
  fields: (t) => ({
    user: t.string({ required: true, description: 'Id or email address of the user.' }),
    role: t.field({ type: TeamMemberRoleEnum, required: true, description: 'Role of the user in the team.' }),
  }),
});

const UpdateTeamMembersInput = builder.inputType('UpdateTeamMembersInput', {
  description:
    'Members to add, roles to set and members to remove, applied in this order: `add`, `memberships`, `remove`.',
  fields: (t) => ({
    add: t.stringList({
      description: 'Members of the organization to add, by user id or email address.',
      validate: UserNames,
    }),
    remove: t.stringList({
      description: 'Members to remove from the team, by user id or email address.',
      validate: UserNames,
    }),
    memberships: t.field({
      type: [TeamMembershipInput],
      description: 'Roles to set, by user id or email address. At most 1,000.',
      ...inForm(Memberships, keyed('user')),
    }),
  }),
});

builder.mutationField('updateTeamMembers', (t) =>
  t.field({
    type: payloadType('UpdateTeamMembersPayload', 'team', Team, 'The updated team.'),
    description:
      'Updates the members of a team, either all or none. For organization admins; owners of the team may only add and remove members who are not owners.',
    args: {
      ...teamArgs,
      input: t.arg({ type: UpdateTeamMembersInput, required: true, description: 'Members to add, update and remove.' }),
    },
    resolve: async (_root, { input, ...team }, ctx) => ({
      team: await updateTeamMembers(ctx, { team, changes: input as unknown as TeamMemberChanges }),
    }),
  }),
);

const SetTeamMemberInput = builder.inputType('SetTeamMemberInput', {
  description: 'The membership of a user in a team.',
  fields: (t) => ({
    role: t.field({
      type: TeamMemberRoleEnum,
      description:
        'Role in the team. When omitted, a new member gets the role `MEMBER`, and an existing one keeps the role.',
    }),
  }),
});

builder.mutationField('setTeamMember', (t) =>
  t.field({
    type: payloadType('SetTeamMemberPayload', 'team', Team, 'The updated team.'),
    description:
      'Adds a member of the organization to a team, or sets the role of a member of the team. For organization admins; owners of the team may only add members who are not owners.',
    args: {
      ...teamArgs,
      userId: t.arg.id({
        required: true,
        description: 'Id of the user, of the member of the organization or of the member of the team.',
      }),
      input: t.arg({ type: SetTeamMemberInput, description: 'Membership in the team.' }),
    },
    resolve: async (_root, { userId, input, ...team }, ctx) => ({
      team: await setTeamMember(ctx, { team, userId: resolveTeamUser(team, userId), role: input?.role }),
    }),
  }),
);

builder.mutationField('removeTeamMember', (t) =>
  t.field({
    type: deletedPayload('RemoveTeamMemberPayload', 'Id of the removed member of the team.'),
    description:
      'Removes a user from a team. For organization admins; owners of the team may remove members who are not owners, and every member may leave.',
    args: {
      ...teamArgs,
      userId: t.arg.id({
        required: true,
        description: 'Id of the user, of the member of the organization or of the member of the team.',
      }),
    },
    resolve: async (_root, { userId, ...team }, ctx) => {
      const user = resolveTeamUser(team, userId);
      await removeTeamMember(ctx, { team, userId: user });
      return { deletedId: teamMemberId(team.teamId, user) };
    },
  }),
);
