import {
  CreateChangeRequestDocument,
  GetChangeRequestByIdDocument,
  GetChangeRequestChangesDocument,
  GetContributorsByChangeRequestIdDocument,
  GetFileInChangeRequestByIdDocument,
  GetPageInChangeRequestByIdDocument,
  GetPageInChangeRequestByPathDocument,
  GetRevisionOfChangeRequestByIdDocument,
  ListChangeRequestFileBacklinksDocument,
  ListChangeRequestLinksDocument,
  ListChangeRequestsForOrganizationDocument,
  ListChangeRequestsForSpaceDocument,
  ListFilesInChangeRequestByIdDocument,
  ListPageBacklinksInChangeRequestDocument,
  ListPageLinksInChangeRequestDocument,
  ListPagesInChangeRequestDocument,
  UpdateChangeRequestByIdDocument,
  type GetChangeRequestChangesQuery,
  type ListPagesInChangeRequestQuery,
} from '../__generated__/operations.ts';
import { ContentChanges, presentChanges } from '../content/changes.ts';
import { file } from '../content/file.ts';
import { contentLink, linkStats } from '../content/link.ts';
import { contentLocation } from '../content/location.ts';
import { page, presentTree } from '../content/page.ts';
import { revision } from '../content/revision.ts';
import { Pages } from '../content/routes.ts';
import { answer, created, listOf, listWith, ok, route } from '../route.ts';
import { changeRequest, contributor } from './resource.ts';

export const changeRequestRoutes = [
  route(
    'GET /v1/orgs/{organizationId}/change-requests',
    ListChangeRequestsForOrganizationDocument,
    listOf(changeRequest, (d) => d.organization?.changeRequests),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests',
    ListChangeRequestsForSpaceDocument,
    listOf(changeRequest, (d) => d.space?.changeRequests),
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests',
    CreateChangeRequestDocument,
    created(changeRequest, (d) => d.createChangeRequest.changeRequest),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    GetChangeRequestByIdDocument,
    ok(changeRequest, (d) => d.space?.changeRequest),
  ),
  route(
    'PATCH /v1/spaces/{spaceId}/change-requests/{changeRequestId}',
    UpdateChangeRequestByIdDocument,
    ok(changeRequest, (d) => d.updateChangeRequest.changeRequest),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
    GetChangeRequestChangesDocument,
    answer(ContentChanges, (d: GetChangeRequestChangesQuery) => presentChanges(d.space?.changeRequest?.changes)),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors',
    GetContributorsByChangeRequestIdDocument,
    listOf(contributor, (d) => d.space?.changeRequest?.contributors),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    GetRevisionOfChangeRequestByIdDocument,
    ok(revision, (d) => d.space?.changeRequest?.content),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
    ListPagesInChangeRequestDocument,
    answer(Pages, (d: ListPagesInChangeRequestQuery) => ({
      pages: presentTree(d.space?.changeRequest?.content.allPages ?? []),
    })),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
    ListFilesInChangeRequestByIdDocument,
    listOf(file, (d) => d.space?.changeRequest?.content.files),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
    GetFileInChangeRequestByIdDocument,
    ok(file, (d) => d.space?.changeRequest?.content.file),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
    GetPageInChangeRequestByIdDocument,
    ok(page, (d) => d.space?.changeRequest?.content.page),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
    GetPageInChangeRequestByPathDocument,
    ok(page, (d) => d.space?.changeRequest?.content.page),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/links',
    ListChangeRequestLinksDocument,
    listWith(contentLink, linkStats, (d) => d.space?.changeRequest?.content.links),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
    ListPageLinksInChangeRequestDocument,
    listWith(contentLink, linkStats, (d) => d.space?.changeRequest?.content.links),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
    ListPageBacklinksInChangeRequestDocument,
    listOf(contentLocation, (d) => d.space?.changeRequest?.content.page?.backlinks),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
    ListChangeRequestFileBacklinksDocument,
    listOf(contentLocation, (d) => d.space?.changeRequest?.content.file?.backlinks),
  ),
];
