import {
  CreateSpaceDocument,
  DeleteSpaceByIdDocument,
  DuplicateSpaceDocument,
  GetSpaceByIdDocument,
  ListSpacesInOrganizationByIdDocument,
  MoveSpaceDocument,
  RestoreSpaceDocument,
  TransferSpaceDocument,
  UpdateSpaceByIdDocument,
} from '../__generated__/operations.ts';
import { created, listOf, noContent, ok, route } from '../route.ts';
import { space } from './resource.ts';

export const spaceRoutes = [
  route(
    'GET /v1/spaces/{spaceId}',
    GetSpaceByIdDocument,
    ok(space, (d) => d.space),
  ),
  route(
    'PATCH /v1/spaces/{spaceId}',
    UpdateSpaceByIdDocument,
    ok(space, (d) => d.updateSpace.space),
  ),
  route('DELETE /v1/spaces/{spaceId}', DeleteSpaceByIdDocument, noContent(205)),
  route(
    'POST /v1/spaces/{spaceId}/duplicate',
    DuplicateSpaceDocument,
    created(space, (d) => d.duplicateSpace.space),
  ),
  route(
    'POST /v1/spaces/{spaceId}/restore',
    RestoreSpaceDocument,
    ok(space, (d) => d.restoreSpace.space),
  ),
  route(
    'POST /v1/spaces/{spaceId}/move',
    MoveSpaceDocument,
    ok(space, (d) => d.moveSpace.space),
  ),
  route(
    'POST /v1/spaces/{spaceId}/transfer',
    TransferSpaceDocument,
    ok(space, (d) => d.transferSpace.space),
  ),
  route(
    'GET /v1/orgs/{organizationId}/spaces',
    ListSpacesInOrganizationByIdDocument,
    listOf(space, (d) => d.organization?.spaces),
  ),
  route(
    'POST /v1/orgs/{organizationId}/spaces',
    CreateSpaceDocument,
    created(space, (d) => d.createSpace.space),
  ),
];
