import * as z from 'zod';
import {
  CreateOrganizationInviteDocument,
  DeleteOrganizationInviteByIdDocument,
  GetOrganizationInviteLinkDocument,
  InviteUsersToOrganizationDocument,
  JoinOrganizationDocument,
  JoinOrganizationWithInviteDocument,
  ListOrganizationInviteLinksDocument,
  UpdateOrganizationInviteByIdDocument,
} from '../__generated__/operations.ts';
import { answer, created, listOf, noContent, ok, route } from '../route.ts';
import { invite, Invited, invited } from './resource.ts';

export const inviteRoutes = [
  route('POST /v1/orgs/{organizationId}/invites', InviteUsersToOrganizationDocument, answer(Invited, invited)),
  route(
    'POST /v1/orgs/{organizationId}/invites/{inviteId}',
    JoinOrganizationWithInviteDocument,
    answer(z.strictObject({}), () => ({})),
  ),
  route('POST /v1/orgs/{organizationId}/join', JoinOrganizationDocument, noContent(204)),
  route(
    'GET /v1/orgs/{organizationId}/link-invites',
    ListOrganizationInviteLinksDocument,
    listOf(invite, (d) => d.organization?.invites),
  ),
  route('POST /v1/orgs/{organizationId}/link-invites', CreateOrganizationInviteDocument, {
    ...created(invite, (d) => d.createInviteLink.invite),
    location: (_body, { createInviteLink }) => createInviteLink.invite.location,
  }),
  route(
    'GET /v1/orgs/{organizationId}/link-invites/{inviteId}',
    GetOrganizationInviteLinkDocument,
    ok(invite, (d) => d.organization?.invite),
  ),
  route(
    'PATCH /v1/orgs/{organizationId}/link-invites/{inviteId}',
    UpdateOrganizationInviteByIdDocument,
    ok(invite, (d) => d.updateInviteLink.invite),
  ),
  route(
    'DELETE /v1/orgs/{organizationId}/link-invites/{inviteId}',
    DeleteOrganizationInviteByIdDocument,
    noContent(205),
  ),
];
