import { SearchOrganizationContentDocument, SearchSpaceContentDocument } from '../__generated__/operations.ts';
import { listOf, route } from '../route.ts';
import { pageResult, spaceResult } from './resource.ts';

export const searchRoutes = [
  route(
    'GET /v1/spaces/{spaceId}/search',
    SearchSpaceContentDocument,
    listOf(pageResult, (d) => d.space?.search),
  ),
  route(
    'GET /v1/orgs/{organizationId}/search',
    SearchOrganizationContentDocument,
    listOf(spaceResult, (d) => d.organization?.search),
  ),
];
