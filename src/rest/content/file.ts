import * as z from 'zod';
import type { FileFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given } from '../shared/schemas.ts';

/** Contract 2.13. */
export const File = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    contentType: z.string(),
    downloadURL: z.url(),
    size: z.int(),
    dimensions: z.strictObject({ width: z.int(), height: z.int() }).optional(),
  })
  .meta({ id: 'File' });

export const file: Resource<FileFragment, z.infer<typeof File>> = {
  schema: File,
  present: (node) => ({
    id: node.id,
    name: node.name,
    contentType: node.contentType,
    downloadURL: node.downloadURL,
    size: node.size,
    dimensions: given(node.dimensions),
  }),
};
