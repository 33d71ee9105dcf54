import * as z from 'zod';
import { ImportContentDocument, type ImportContentMutation } from '../__generated__/operations.ts';
import { answer, route } from '../route.ts';

/** Contract 4.5. */
const ImportContentResult = z
  .strictObject({ revision: z.string(), importedResources: z.int(), totalResources: z.int() })
  .meta({ id: 'ImportContentResult' });

const imported = answer(
  ImportContentResult,
  ({ importContent }: ImportContentMutation) => ({
    revision: importContent.revision.id,
    importedResources: importContent.importedResources,
    totalResources: importContent.totalResources,
  }),
  201,
);

export const importRoutes = [
  route(
    'POST /v1/spaces/{spaceId}/content/import',
    ImportContentDocument,
    { ...imported, location: (_body, { importContent }) => importContent.location },
    { longRunning: true },
  ),
];
