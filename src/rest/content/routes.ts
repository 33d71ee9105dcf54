import * as z from 'zod';
import {
  UpdateChangeRequestContentDocument,
  UpdateSpaceContentDocument,
  GetCurrentRevisionDocument,
  GetFileByIdDocument,
  GetPageByIdDocument,
  GetPageByPathDocument,
  ListFilesDocument,
  ListPageBacklinksInSpaceDocument,
  ListPageLinksInSpaceDocument,
  ListPagesDocument,
  ListSpaceFileBacklinksDocument,
  ListSpaceLinksDocument,
  type ListPagesQuery,
} from '../__generated__/operations.ts';
import { answer, listOf, listWith, ok, route } from '../route.ts';
import { file } from './file.ts';
import { contentLink, linkStats } from './link.ts';
import { contentLocation } from './location.ts';
import { page, presentTree } from './page.ts';
import { Page } from './page-schema.ts';
import { revision } from './revision.ts';
import { updatedChangeRequestContent, updatedContent } from './update-content.ts';

/** Contract 4.5: the whole tree, not paged. */
export const Pages = z.strictObject({ pages: z.array(Page) }).meta({ id: 'Pages' });

/** Files may come in base64. */
const bodyLimitBytes = 8 * 1_048_576;

export const contentRoutes = [
  route('POST /v1/spaces/{spaceId}/content', UpdateSpaceContentDocument, updatedContent, {
    bodyLimitBytes,
    longRunning: true,
  }),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
    UpdateChangeRequestContentDocument,
    updatedChangeRequestContent,
    { bodyLimitBytes, longRunning: true },
  ),
  route(
    'GET /v1/spaces/{spaceId}/content',
    GetCurrentRevisionDocument,
    ok(revision, (d) => d.space?.content),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/pages',
    ListPagesDocument,
    answer(Pages, (d: ListPagesQuery) => ({ pages: presentTree(d.space?.content.allPages ?? []) })),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/files',
    ListFilesDocument,
    listOf(file, (d) => d.space?.content.files),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/files/{fileId}',
    GetFileByIdDocument,
    ok(file, (d) => d.space?.content.file),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/page/{pageId}',
    GetPageByIdDocument,
    ok(page, (d) => d.space?.content.page),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/path/{pagePath}',
    GetPageByPathDocument,
    ok(page, (d) => d.space?.content.page),
  ),
  route(
    'GET /v1/spaces/{spaceId}/links',
    ListSpaceLinksDocument,
    listWith(contentLink, linkStats, (d) => d.space?.content.links),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/page/{pageId}/links',
    ListPageLinksInSpaceDocument,
    listWith(contentLink, linkStats, (d) => d.space?.content.links),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/page/{pageId}/backlinks',
    ListPageBacklinksInSpaceDocument,
    listOf(contentLocation, (d) => d.space?.content.page?.backlinks),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
    ListSpaceFileBacklinksDocument,
    listOf(contentLocation, (d) => d.space?.content.file?.backlinks),
  ),
];
