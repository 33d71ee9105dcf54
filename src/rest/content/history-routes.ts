import {
  GetDocumentByIdDocument,
  GetFileInRevisionByIdDocument,
  GetPageDocumentInRevisionByIdDocument,
  GetPageInRevisionByIdDocument,
  GetPageInRevisionByPathDocument,
  GetReusableContentByIdDocument,
  GetReusableContentDocumentInRevisionByIdDocument,
  GetReusableContentInChangeRequestByIdDocument,
  GetReusableContentInRevisionByIdDocument,
  GetRevisionByIdDocument,
  GetRevisionSemanticChangesDocument,
  ListFilesInRevisionByIdDocument,
  ListPagesInRevisionByIdDocument,
  type GetDocumentByIdQuery,
  type GetPageDocumentInRevisionByIdQuery,
  type GetReusableContentDocumentInRevisionByIdQuery,
  type GetRevisionSemanticChangesQuery,
  type ListPagesInRevisionByIdQuery,
} from '../__generated__/operations.ts';
import { answer, listOf, ok, route } from '../route.ts';
import { asDocument, JsonDocument } from '../shared/schemas.ts';
import { ContentChanges, presentChanges } from './changes.ts';
import { file } from './file.ts';
import { page, presentTree } from './page.ts';
import { reusableContent } from './reusable-content.ts';
import { revision } from './revision.ts';
import { Pages } from './routes.ts';

/** A page without a text is an empty document. */
const emptyDocument = { object: 'document', data: {}, nodes: [] } as const;

/** Beyond 2c: reads of any revision, and of parts by their ids. */
export const historyRoutes = [
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}',
    GetRevisionByIdDocument,
    ok(revision, (d) => d.space?.revision),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/changes',
    GetRevisionSemanticChangesDocument,
    answer(ContentChanges, (d: GetRevisionSemanticChangesQuery) =>
      presentChanges(d.space?.revision?.changes, d.space?.revision?.mergedFrom),
    ),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/pages',
    ListPagesInRevisionByIdDocument,
    answer(Pages, (d: ListPagesInRevisionByIdQuery) => ({ pages: presentTree(d.space?.revision?.allPages ?? []) })),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/files',
    ListFilesInRevisionByIdDocument,
    listOf(file, (d) => d.space?.revision?.files),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
    GetFileInRevisionByIdDocument,
    ok(file, (d) => d.space?.revision?.file),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
    GetPageInRevisionByIdDocument,
    ok(page, (d) => d.space?.revision?.page),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document',
    GetPageDocumentInRevisionByIdDocument,
    answer(JsonDocument, (d: GetPageDocumentInRevisionByIdQuery) =>
      asDocument(d.space?.revision?.page?.body?.document ?? emptyDocument),
    ),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
    GetPageInRevisionByPathDocument,
    ok(page, (d) => d.space?.revision?.page),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}',
    GetReusableContentInRevisionByIdDocument,
    ok(reusableContent, (d) => d.space?.revision?.reusableContent),
  ),
  route(
    'GET /v1/spaces/{spaceId}/revisions/{revisionId}/reusable-contents/{reusableContentId}/document',
    GetReusableContentDocumentInRevisionByIdDocument,
    answer(JsonDocument, (d: GetReusableContentDocumentInRevisionByIdQuery) =>
      asDocument(d.space?.revision?.reusableContent?.document),
    ),
  ),
  route(
    'GET /v1/spaces/{spaceId}/content/reusable-contents/{reusableContentId}',
    GetReusableContentByIdDocument,
    ok(reusableContent, (d) => d.space?.content.reusableContent),
  ),
  route(
    'GET /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/reusable-contents/{reusableContentId}',
    GetReusableContentInChangeRequestByIdDocument,
    ok(reusableContent, (d) => d.space?.changeRequest?.content.reusableContent),
  ),
  route(
    'GET /v1/spaces/{spaceId}/documents/{documentId}',
    GetDocumentByIdDocument,
    answer(JsonDocument, (d: GetDocumentByIdQuery) => asDocument(d.space?.document?.document)),
  ),
];
