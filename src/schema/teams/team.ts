import { SearchText } from '../../domain/members/fields.ts';
import { teamRoles } from '../../domain/teams/fields.ts';
import {
  listMemberTeams,
  listTeamMembers,
  type MemberTeam as MemberTeamModel,
  type TeamMember as TeamMemberModel,
} from '../../domain/teams/members.ts';
import { getTeam, getTeamById, listTeams, teamPermissions, type Team as TeamModel } from '../../domain/teams/teams.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { Connection, pageArgs, pageRequest, toConnection } from '../connection.ts';
import { contractEnum } from '../enums.ts';
import { Member } from '../members/member.ts';
import { Organization } from '../organizations/organization.ts';
import { permissionsType } from '../permissions.ts';

export const TeamMemberRoleEnum = contractEnum('TeamMemberRole', 'What somebody is in a team.', teamRoles);

const TeamPermissions = permissionsType('TeamPermissions', {
  admin: 'Manage its members.',
  view: 'See the team and its members.',
});

export const Team = builder.objectRef<TeamModel>('Team');

builder.node(Team, {
  description: 'Members of an organization who are given access together.',
  id: { description: 'Id of the team.', resolve: (team) => team.id },
  loadOne: (id, ctx) => getTeamById(ctx, id),
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Name of the team.' }),
    organizationId: t.exposeID('organizationId', { description: 'Id of its organization.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    version: t.exposeInt('version', { description: 'Counts its changes; see `expectedVersion`.' }),
    memberCount: t.int({
      description: 'How many members are in it.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.teamCounts.load(id))?.members ?? 0,
    }),
    spaceCount: t.int({
      description: 'How many spaces its members may read because they are in it.',
      resolve: async ({ id }, _args, ctx) => (await ctx.loaders.teamCounts.load(id))?.spaces ?? 0,
    }),
    location: t.string({
      description: 'URL of the team in the REST API.',
      resolve: (team, _args, ctx) => locationUrl(ctx.urls, 'orgs', team.organizationId, 'teams', team.id),
    }),
    permissions: t.field({
      type: TeamPermissions,
      description: 'What the caller may do.',
      resolve: (team, _args, ctx) => teamPermissions(ctx.actor, team),
    }),
  }),
});

const TeamConnection = builder.connectionObject(
  { type: Team, name: 'TeamConnection', interfaces: [Connection], description: 'A page of teams.' },
  { name: 'TeamEdge', description: 'A team in a list.' },
);

builder.objectFields(Organization, (t) => ({
  team: t.field({
    type: Team,
    nullable: true,
    description: 'The team of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team.' }) },
    resolve: ({ id: organizationId }, { id: teamId }, ctx) => getTeam(ctx, { organizationId, teamId }),
  }),
  teams: t.field({
    type: TeamConnection,
    description: 'The teams by title.',
    args: {
      owner: t.arg.id({ description: 'Only teams that the user of this id can manage.' }),
      title: t.arg.string({ description: 'Part of the title, in any case.', validate: SearchText }),
      ...pageArgs,
    },
    resolve: async ({ id }, { owner, title, ...page }, ctx) =>
      toConnection(await listTeams(ctx, { organizationId: id, owner, title }, pageRequest(page))),
  }),
}));

builder.queryField('team', (t) =>
  t.field({
    type: Team,
    nullable: true,
    description: 'The team of an id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the team.' }) },
    resolve: (_root, { id }, ctx) => getTeamById(ctx, id),
  }),
);

const TeamMember = builder.objectRef<TeamMemberModel>('TeamMember').implement({
  description: 'Somebody in a team.',
  fields: (t) => ({
    member: t.expose('member', { type: Member, description: 'The member of the organization.' }),
    role: t.expose('role', { type: TeamMemberRoleEnum, description: 'What they are in the team.' }),
  }),
});

const TeamMemberConnection = builder.connectionObject(
  {
    type: TeamMember,
    name: 'TeamMemberConnection',
    interfaces: [Connection],
    description: 'A page of the members of a team.',
  },
  { name: 'TeamMemberEdge', description: 'A member of a team in a list.' },
);

builder.objectField(Team, 'members', (t) =>
  t.field({
    type: TeamMemberConnection,
    description: 'Who is in the team, the latest first.',
    args: { ...pageArgs },
    resolve: async ({ id: teamId, organizationId }, args, ctx) =>
      toConnection(await listTeamMembers(ctx, { organizationId, teamId }, pageRequest(args))),
  }),
);

const MemberTeam = builder.objectRef<MemberTeamModel>('MemberTeam').implement({
  description: 'A team somebody is in.',
  fields: (t) => ({
    team: t.expose('team', { type: Team, description: 'The team.' }),
    role: t.expose('role', { type: TeamMemberRoleEnum, description: 'What they are in it.' }),
  }),
});

const MemberTeamConnection = builder.connectionObject(
  {
    type: MemberTeam,
    name: 'MemberTeamConnection',
    interfaces: [Connection],
    description: 'A page of the teams somebody is in.',
  },
  { name: 'MemberTeamEdge', description: 'A team somebody is in, in a list.' },
);

builder.objectField(Member, 'teams', (t) =>
  t.field({
    type: MemberTeamConnection,
    description: 'The teams the member is in, by title; for the member and for admins.',
    args: {
      title: t.arg.string({ description: 'Part of the title, in any case.', validate: SearchText }),
      ...pageArgs,
    },
    resolve: async (member, { title, ...page }, ctx) =>
      toConnection(await listMemberTeams(ctx, { member, title }, pageRequest(page))),
  }),
);
