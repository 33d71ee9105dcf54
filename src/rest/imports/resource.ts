import * as z from 'zod';
import type { ImportContentResultFragment, ImportPreviewFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';

/** Contract 4.5. */
const ImportContentResult = z
  .strictObject({ revision: z.string(), importedResources: z.int(), totalResources: z.int() })
  .meta({ id: 'ImportContentResult' });

export const importResult: Resource<ImportContentResultFragment, z.infer<typeof ImportContentResult>> = {
  schema: ImportContentResult,
  present: ({ revision, importedResources, totalResources }) => ({
    revision: revision.id,
    importedResources,
    totalResources,
  }),
};

const Note = z.strictObject({ key: z.string(), reason: z.string() }).meta({ id: 'ImportNote' });

const ImportPreview = z
  .strictObject({
    pages: z.array(
      z.strictObject({
        title: z.string(),
        path: z.string(),
        key: z.string(),
        size: z.int(),
        links: z.int(),
        brokenLinks: z.int(),
      }),
    ),
    files: z.array(z.strictObject({ name: z.string(), key: z.string(), contentType: z.string(), size: z.int() })),
    importedResources: z.int(),
    totalResources: z.int(),
    skipped: z.array(Note),
    warnings: z.array(Note),
  })
  .meta({ id: 'ImportPreview' });

/** Ours, beyond the contract. */
export const importPreview: Resource<ImportPreviewFragment, z.infer<typeof ImportPreview>> = {
  schema: ImportPreview,
  present: (preview) => ({
    pages: preview.pages.map(({ title, path, key, sizeBytes: size, links, brokenLinks }) => ({
      title,
      path,
      key,
      size,
      links,
      brokenLinks,
    })),
    files: preview.files.map(({ name, key, contentType, sizeBytes: size }) => ({ name, key, contentType, size })),
    importedResources: preview.importedResources,
    totalResources: preview.totalResources,
    skipped: preview.skipped.map(presentNote),
    warnings: preview.warnings.map(presentNote),
  }),
};

const presentNote = ({ key, reason }: z.infer<typeof Note>) => ({ key, reason });
