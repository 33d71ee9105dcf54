import { GetSpaceDocument, ListSpacesDocument } from '../__generated__/operations.ts';
import { listOf, ok, route } from '../route.ts';
import { space } from './resource.ts';

export const spaceRoutes = [
  route(
    'GET /v1/spaces/{spaceId}',
    GetSpaceDocument,
    ok(space, (d) => d.space),
  ),
  route(
    'GET /v1/orgs/{organizationId}/spaces',
    ListSpacesDocument,
    listOf(space, (d) => d.organization?.spaces),
  ),
];
