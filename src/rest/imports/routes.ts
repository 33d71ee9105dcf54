import {
  ImportContentDocument,
  ImportContentInChangeRequestDocument,
  PreviewImportDocument,
  PreviewImportInChangeRequestDocument,
  type ImportContentMutation,
} from '../__generated__/operations.ts';
import { created, ok, route, type Reply } from '../route.ts';
import { importPreview, importResult } from './resource.ts';

const imported: Reply<ImportContentMutation> = {
  ...created(importResult, ({ importContent }: ImportContentMutation) => importContent),
  location: (_body, { importContent }) => importContent.location,
};

export const importRoutes = [
  route('POST /v1/spaces/{spaceId}/content/import', ImportContentDocument, imported, { longRunning: true }),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
    ImportContentInChangeRequestDocument,
    imported,
    { longRunning: true },
  ),
  route(
    'POST /v1/spaces/{spaceId}/content/import/preview',
    PreviewImportDocument,
    ok(importPreview, (d) => d.previewImport),
    { longRunning: true },
  ),
  route(
    'POST /v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import/preview',
    PreviewImportInChangeRequestDocument,
    ok(importPreview, (d) => d.previewImport),
    { longRunning: true },
  ),
];
