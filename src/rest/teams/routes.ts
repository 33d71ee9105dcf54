import * as z from 'zod';
import {
  AddMemberToOrganizationTeamByIdDocument,
  CreateOrganizationTeamDocument,
  DeleteMemberFromOrganizationTeamByIdDocument,
  GetTeamInOrganizationByIdDocument,
  ListTeamMembersInOrganizationByIdDocument,
  ListTeamsInOrganizationByIdDocument,
  RemoveTeamFromOrganizationByIdDocument,
  UpdateMembersInOrganizationTeamDocument,
  UpdateTeamInOrganizationByIdDocument,
  type TeamMemberFragment,
} from '../__generated__/operations.ts';
import { Member, member, TeamRoleSchema } from '../members/resource.ts';
import { created, listOf, noContent, ok, route, type Resource } from '../route.ts';
import { team } from './resource.ts';

/** Contract 4.13: item of a team's members. Who may list them may see each. */
export const TeamMembership = z
  .strictObject({
    organization: Member,
    team: z.strictObject({ role: TeamRoleSchema }),
    permissions: z.strictObject({ view: z.literal(true) }),
  })
  .meta({ id: 'TeamMembership' });

const teamMembership: Resource<TeamMemberFragment, z.infer<typeof TeamMembership>> = {
  schema: TeamMembership,
  present: (node) => ({
    organization: member.present(node.member),
    team: { role: node.role },
    permissions: { view: true },
  }),
};

export const teamRoutes = [
  route(
    'GET /v1/orgs/{organizationId}/teams',
    ListTeamsInOrganizationByIdDocument,
    listOf(team, (d) => d.organization?.teams),
  ),
  route('PUT /v1/orgs/{organizationId}/teams', CreateOrganizationTeamDocument, {
    ...created(team, (d) => d.createTeam.team),
    location: (_body, { createTeam }) => createTeam.team.location,
  }),
  route(
    'GET /v1/orgs/{organizationId}/teams/{teamId}',
    GetTeamInOrganizationByIdDocument,
    ok(team, (d) => d.organization?.team),
  ),
  route(
    'PATCH /v1/orgs/{organizationId}/teams/{teamId}',
    UpdateTeamInOrganizationByIdDocument,
    ok(team, (d) => d.updateTeam.team),
  ),
  route('DELETE /v1/orgs/{organizationId}/teams/{teamId}', RemoveTeamFromOrganizationByIdDocument, noContent(204)),
  route(
    'GET /v1/orgs/{organizationId}/teams/{teamId}/members',
    ListTeamMembersInOrganizationByIdDocument,
    listOf(teamMembership, (d) => d.organization?.team?.members),
  ),
  route(
    'PUT /v1/orgs/{organizationId}/teams/{teamId}/members',
    UpdateMembersInOrganizationTeamDocument,
    noContent(204),
  ),
  route(
    'PUT /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    AddMemberToOrganizationTeamByIdDocument,
    noContent(204),
  ),
  route(
    'DELETE /v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
    DeleteMemberFromOrganizationTeamByIdDocument,
    noContent(204),
  ),
];
