import {
  InviteToCollectionDocument,
  InviteToSpaceDocument,
  ListPermissionsAggregateInCollectionDocument,
  ListPermissionsAggregateInSpaceDocument,
  ListTeamPermissionsInCollectionDocument,
  ListTeamPermissionsInSpaceDocument,
  ListUserPermissionsInCollectionDocument,
  ListUserPermissionsInSpaceDocument,
  RemoveTeamFromCollectionDocument,
  RemoveTeamFromSpaceDocument,
  RemoveUserFromCollectionDocument,
  RemoveUserFromSpaceDocument,
  UpdateTeamPermissionInCollectionDocument,
  UpdateTeamPermissionInSpaceDocument,
  UpdateUserPermissionInCollectionDocument,
  UpdateUserPermissionInSpaceDocument,
} from '../__generated__/operations.ts';
import { listOf, noContent, route } from '../route.ts';
import { teamPermission, userPermission } from './resource.ts';

export const grantRoutes = [
  route('POST /v1/spaces/{spaceId}/permissions', InviteToSpaceDocument, noContent(204)),
  route(
    'GET /v1/spaces/{spaceId}/permissions/users',
    ListUserPermissionsInSpaceDocument,
    listOf(userPermission, (d) => d.space?.grants),
  ),
  route('PATCH /v1/spaces/{spaceId}/permissions/users/{userId}', UpdateUserPermissionInSpaceDocument, noContent(204)),
  route('DELETE /v1/spaces/{spaceId}/permissions/users/{userId}', RemoveUserFromSpaceDocument, noContent(204)),
  route(
    'GET /v1/spaces/{spaceId}/permissions/teams',
    ListTeamPermissionsInSpaceDocument,
    listOf(teamPermission, (d) => d.space?.grants),
  ),
  route('PATCH /v1/spaces/{spaceId}/permissions/teams/{teamId}', UpdateTeamPermissionInSpaceDocument, noContent(204)),
  route('DELETE /v1/spaces/{spaceId}/permissions/teams/{teamId}', RemoveTeamFromSpaceDocument, noContent(204)),
  route(
    'GET /v1/spaces/{spaceId}/permissions/aggregate',
    ListPermissionsAggregateInSpaceDocument,
    listOf(userPermission, (d) => d.space?.effectiveAccess),
  ),
  route('POST /v1/collections/{collectionId}/permissions', InviteToCollectionDocument, noContent(204)),
  route(
    'GET /v1/collections/{collectionId}/permissions/users',
    ListUserPermissionsInCollectionDocument,
    listOf(userPermission, (d) => d.collection?.grants),
  ),
  route(
    'PATCH /v1/collections/{collectionId}/permissions/users/{userId}',
    UpdateUserPermissionInCollectionDocument,
    noContent(204),
  ),
  route(
    'DELETE /v1/collections/{collectionId}/permissions/users/{userId}',
    RemoveUserFromCollectionDocument,
    noContent(204),
  ),
  route(
    'GET /v1/collections/{collectionId}/permissions/teams',
    ListTeamPermissionsInCollectionDocument,
    listOf(teamPermission, (d) => d.collection?.grants),
  ),
  route(
    'PATCH /v1/collections/{collectionId}/permissions/teams/{teamId}',
    UpdateTeamPermissionInCollectionDocument,
    noContent(204),
  ),
  route(
    'DELETE /v1/collections/{collectionId}/permissions/teams/{teamId}',
    RemoveTeamFromCollectionDocument,
    noContent(204),
  ),
  route(
    'GET /v1/collections/{collectionId}/permissions/aggregate',
    ListPermissionsAggregateInCollectionDocument,
    listOf(userPermission, (d) => d.collection?.effectiveAccess),
  ),
];
