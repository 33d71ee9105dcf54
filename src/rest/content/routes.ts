import * as z from 'zod';
import {
  GetCurrentRevisionDocument,
  GetFileByIdDocument,
  GetPageByIdDocument,
  GetPageByPathDocument,
  ListFilesDocument,
  ListPagesDocument,
  type ListPagesQuery,
} from '../__generated__/operations.ts';
import { answer, listOf, ok, route } from '../route.ts';
import { file } from './file.ts';
import { page, presentTree } from './page.ts';
import { Page } from './page-schema.ts';
import { revision } from './revision.ts';

/** Contract 4.5: the whole tree, not paged. */
const Pages = z.strictObject({ pages: z.array(Page) }).meta({ id: 'Pages' });

export const contentRoutes = [
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
];
