import {
  removeTeamMember,
  setTeamMember,
  updateTeamMembers,
  type TeamMemberChanges,
} from '../../domain/teams/change-members.ts';
import { Memberships, TeamTitle, UserNames } from '../../domain/teams/fields.ts';
import { createTeam, deleteTeam, updateTeam } from '../../domain/teams/update.ts';
import { builder } from '../builder.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { Team, TeamMemberRoleEnum } from './team.ts';

const organizationArg = builder.args((t) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
}));

const teamArgs = builder.args((t) => ({
  organizationId: t.id({ required: true, description: 'Id of the organization.' }),
  teamId: t.id({ required: true, description: 'Id of the team.' }),
}));

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'A new team.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Name of the team.', validate: TeamTitle }),
    members: t.idList({ description: 'Ids of members of the organization.', validate: UserNames }),
  }),
});

builder.mutationField('createTeam', (t) =>
  t.field({
    type: payloadType('CreateTeamPayload', 'team', Team, 'The new team.'),
    description: 'Creates a team; the caller, an admin, becomes its owner.',
    args: {
      ...organizationArg,
      input: t.arg({ type: CreateTeamInput, required: true, description: 'The new team.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      team: await createTeam(ctx, { ...input, organizationId }),
    }),
  }),
);

const UpdateTeamInput = builder.inputType('UpdateTeamInput', {
  description: 'Changes of a team.',
  fields: (t) => ({ title: t.string({ required: true, description: 'Name of the team.', validate: TeamTitle }) }),
});

builder.mutationField('updateTeam', (t) =>
  t.field({
    type: payloadType('UpdateTeamPayload', 'team', Team, 'The team as it is now.'),
    description: 'Gives a team another name; for admins.',
    args: {
      ...teamArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateTeamInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { expectedVersion, input: { title }, ...team }, ctx) => ({
      team: await updateTeam(ctx, { team, expectedVersion, title }),
    }),
  }),
);

builder.mutationField('deleteTeam', (t) =>
  t.field({
    type: deletedPayload('DeleteTeamPayload', 'Id of the team that is gone.'),
    description: 'Removes a team and what it was granted; for admins.',
    args: { ...teamArgs, ...expectedVersionArg },
    resolve: async (_root, { expectedVersion, ...team }, ctx) => {
      await deleteTeam(ctx, { team, expectedVersion });
      return { deletedId: team.teamId };
    },
  }),
);

const UpdateTeamMembersInput = builder.inputType('UpdateTeamMembersInput', {
  description: 'Who comes and who goes: first `add`, then `memberships`, then `remove`.',
  fields: (t) => ({
    add: t.stringList({ description: 'Members of the organization, by id or address.', validate: UserNames }),
    remove: t.stringList({ description: 'Members of the organization, by id or address.', validate: UserNames }),
    memberships: t.field({
      type: 'JSON',
      description: 'Object of users, by id or address, each with an object whose `role` is `owner` or `member`.',
      validate: Memberships,
    }),
  }),
});

builder.mutationField('updateTeamMembers', (t) =>
  t.field({
    type: payloadType('UpdateTeamMembersPayload', 'team', Team, 'The team as it is now.'),
    description: 'Changes who is in a team, all at once; for admins, and for owners as far as plain members go.',
    args: {
      ...teamArgs,
      input: t.arg({ type: UpdateTeamMembersInput, required: true, description: 'Who comes and who goes.' }),
    },
    resolve: async (_root, { input, ...team }, ctx) => ({
      team: await updateTeamMembers(ctx, { team, changes: input as TeamMemberChanges }),
    }),
  }),
);

const SetTeamMemberInput = builder.inputType('SetTeamMemberInput', {
  description: 'What somebody is in a team.',
  fields: (t) => ({
    role: t.field({
      type: TeamMemberRoleEnum,
      description: 'When omitted a new one is a plain member, and who is in it stays as they are.',
    }),
  }),
});

builder.mutationField('setTeamMember', (t) =>
  t.field({
    type: payloadType('SetTeamMemberPayload', 'team', Team, 'The team as it is now.'),
    description: 'Puts a member of the organization into a team, or gives one another role in it.',
    args: {
      ...teamArgs,
      userId: t.arg.id({ required: true, description: 'Id of the user.' }),
      input: t.arg({ type: SetTeamMemberInput, description: 'What they are in the team.' }),
    },
    resolve: async (_root, { userId, input, ...team }, ctx) => ({
      team: await setTeamMember(ctx, { team, userId, role: input?.role }),
    }),
  }),
);

builder.mutationField('removeTeamMember', (t) =>
  t.field({
    type: deletedPayload('RemoveTeamMemberPayload', 'Id of the user who is in the team no more.'),
    description: 'Takes somebody out of a team; everybody may leave.',
    args: { ...teamArgs, userId: t.arg.id({ required: true, description: 'Id of the user.' }) },
    resolve: async (_root, { userId, ...team }, ctx) => {
      await removeTeamMember(ctx, { team, userId });
      return { deletedId: userId };
    },
  }),
);
