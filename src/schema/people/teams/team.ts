import { parentField } from '../../payload.ts';
import { MemberSearchText } from '../../../domain/people/members/fields.ts';
import { TeamMemberRole, TeamTitle } from '../../../domain/people/teams/fields.ts';
import {
  listMemberTeams,
  listTeamMembers,
  type MemberTeam as MemberTeamModel,
  type TeamMember as TeamMemberModel,
} from '../../../domain/people/teams/list-members.ts';
import {
  getTeam,
  getTeamById,
  listTeams,
  teamPermissions,
  type Team as TeamModel,
} from '../../../domain/people/teams/teams.ts';
import { getTeamMemberById, teamMemberId } from '../../../domain/people/teams/team-member-ids.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { asParameter } from '../../member-names.ts';
import { ownId } from '../../plain-fields.ts';
import { connectionOf, pageArgs, pageRequest, toConnection } from '../../connection.ts';
import { enumOf } from '../../form-members.ts';
import { Member } from '../members/member.ts';
import { Organization } from '../organizations/organization.ts';
import { permissionsType } from '../../permissions.ts';

const TeamMemberRoleEnum = enumOf(TeamMemberRole);

const TeamPermissions = permissionsType('TeamPermissions', {
  admin: 'Manage the members of the team.',
  view: 'See the team and its members.',
});

export const Team = builder.objectRef<TeamModel>('Team');

/** The team of a membership that is deleted. */
export const inTeam = parentField('team', Team, (ctx, { teamId }: { readonly teamId: string }) =>
  getTeamById(ctx, teamId),
);

builder.node(Team, {
  description: 'A group of members of an organization, which can be granted access together.',
  id: { description: 'Id of the team.', resolve: ownId },
  loadOne: (id, ctx) => getTeamById(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the team.', extensions: { limits: TeamTitle } }),
    organizationId: t.exposeID('organizationId', { description: 'Id of the organization of the team.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the team was created.' }),
    version: t.exposeInt('version', { description: 'Number of the current version, to pass as `expectedVersion`.' }),
    memberCount: t.int({
      description: 'Number of members.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.teamCounts.load(id))?.members ?? 0,
    }),
    spaceCount: t.int({
      description: 'Number of spaces that the team has been granted access to and that the caller may read.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.teamCounts.load(id))?.spaces ?? 0,
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the team in the REST API.',
      resolve: (team, _args, ctx) => locationUrl(ctx.urls, 'orgs', team.organizationId, 'teams', team.id),
    }),
    permissions: t.field({
      type: TeamPermissions,
      description: 'Which actions the caller may perform.',
      resolve: (team, _args, ctx) => teamPermissions(ctx.actor, team),
    }),
  }),
});

const TeamConnection = connectionOf(Team, 'Team', 'a team', 'teams');

builder.objectFields(Organization, (t) => ({
  team: t.field({
    type: Team,
    nullable: true,
    description: 'A team by id. Forbidden for guests who are not in the team.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team.' }) },
    resolve: ({ id: organizationId }, { id: teamId }, ctx) => getTeam(ctx, { organizationId, teamId }),
  }),
  teams: t.field({
    type: TeamConnection,
    description: 'The teams of the organization, sorted by title. Forbidden for guests.',
    args: {
      ownerId: t.arg.id({ ...asParameter('owner'), description: 'Only teams that the user with this id can manage.' }),
      title: t.arg.string({
        description: 'Only teams whose title contains this text, ignoring case.',
        validate: MemberSearchText,
      }),
      ...pageArgs,
    },
    resolve: async ({ id }, { ownerId: owner, title, ...page }, ctx) =>
      toConnection(await listTeams(ctx, { organizationId: id, owner, title }, pageRequest(page))),
  }),
}));

builder.queryField('team', (t) =>
  t.field({
    type: Team,
    nullable: true,
    description: 'A team by id. Forbidden for guests who are not in the team.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team.' }) },
    resolve: (_root, { id }, ctx) => getTeamById(ctx, id),
  }),
);

const TeamMember = builder.objectRef<TeamMemberModel>('TeamMember');

builder.node(TeamMember, {
  description: 'A member of a team.',
  id: {
    description: 'Id of the membership of the user in this team.',
    resolve: ({ teamId, member }) => teamMemberId(teamId, member.userId),
  },
  loadOne: (id, ctx) => getTeamMemberById(ctx, id),
  fields: (t) => ({
    teamId: t.exposeID('teamId', { description: 'Id of the team that the user is in.' }),
    member: t.expose('member', { type: Member, description: 'The member of the organization.' }),
    role: t.expose('role', { type: TeamMemberRoleEnum, description: 'Role of the member in the team.' }),
  }),
});

const TeamMemberConnection = connectionOf(TeamMember, 'TeamMember', 'a member of a team', 'the members of a team');

builder.objectField(Team, 'members', (t) =>
  t.field({
    type: TeamMemberConnection,
    description: 'The members of the team, most recently joined first.',
    args: { ...pageArgs },
    resolve: async ({ id: teamId, organizationId }, args, ctx) =>
      toConnection(await listTeamMembers(ctx, { organizationId, teamId }, pageRequest(args))),
  }),
);

const MemberTeam = builder.objectRef<MemberTeamModel>('MemberTeam').implement({
  description: 'A team that a member is in.',
  fields: (t) => ({
    team: t.expose('team', { description: 'The team that the member is in.', type: Team }),
    role: t.expose('role', { type: TeamMemberRoleEnum, description: 'Role of the member in the team.' }),
  }),
});

const MemberTeamConnection = connectionOf(MemberTeam, 'MemberTeam', 'a team of a member', 'the teams of a member');

builder.objectField(Member, 'teams', (t) =>
  t.field({
    type: MemberTeamConnection,
    description: 'The teams that the member is in, sorted by title. Only for the member and for organization admins.',
    args: {
      title: t.arg.string({
        description: 'Only teams whose title contains this text, ignoring case.',
        validate: MemberSearchText,
      }),
      ...pageArgs,
    },
    resolve: async (member, { title, ...page }, ctx) =>
      toConnection(await listMemberTeams(ctx, { member, title }, pageRequest(page))),
  }),
);
