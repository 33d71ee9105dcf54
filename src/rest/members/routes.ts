import {
  GetMemberInOrganizationByIdDocument,
  ListMembersInOrganizationByIdDocument,
  ListSpacesForOrganizationMemberDocument,
  ListTeamsForOrganizationMemberDocument,
  RemoveMemberFromOrganizationByIdDocument,
  SetUserAsSsoMemberForOrganizationDocument,
  UpdateMemberInOrganizationByIdDocument,
  UpdateOrganizationMemberLastSeenAtDocument,
} from '../__generated__/operations.ts';
import { answer, listOf, noContent, ok, route } from '../route.ts';
import { given } from '../shared/schemas.ts';
import { member, memberSpace, memberTeam, PingResult } from './resource.ts';

export const memberRoutes = [
  route(
    'GET /v1/orgs/{organizationId}/members',
    ListMembersInOrganizationByIdDocument,
    listOf(member, (d) => d.organization?.members),
  ),
  route(
    'GET /v1/orgs/{organizationId}/members/{userId}',
    GetMemberInOrganizationByIdDocument,
    ok(member, (d) => d.organization?.member),
  ),
  route(
    'PATCH /v1/orgs/{organizationId}/members/{userId}',
    UpdateMemberInOrganizationByIdDocument,
    ok(member, (d) => d.updateMember.member),
  ),
  route('DELETE /v1/orgs/{organizationId}/members/{userId}', RemoveMemberFromOrganizationByIdDocument, noContent(204)),
  route(
    'POST /v1/orgs/{organizationId}/members/{userId}/sso',
    SetUserAsSsoMemberForOrganizationDocument,
    ok(member, (d) => d.markSsoMember.member),
  ),
  route(
    'GET /v1/orgs/{organizationId}/members/{userId}/spaces',
    ListSpacesForOrganizationMemberDocument,
    listOf(memberSpace, (d) => d.organization?.member?.spaces),
  ),
  route(
    'GET /v1/orgs/{organizationId}/members/{userId}/teams',
    ListTeamsForOrganizationMemberDocument,
    listOf(memberTeam, (d) => d.organization?.member?.teams),
  ),
  route(
    'POST /v1/orgs/{organizationId}/ping',
    UpdateOrganizationMemberLastSeenAtDocument,
    answer(PingResult, (d) => ({ serviceVisitorClaims: given(d.ping.serviceVisitorClaims) })),
  ),
];
