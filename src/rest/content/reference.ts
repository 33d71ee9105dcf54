import * as z from 'zod';
import type { ContentReferenceFragment } from '../__generated__/operations.ts';
import { given } from '../shared/schemas.ts';

/** A stored reference; the kinds content holds so far. Decisions 2.17. */
export const ContentReference = z
  .strictObject({
    kind: z.enum(['page', 'anchor', 'file', 'url']),
    page: z.string().optional(),
    anchor: z.string().optional(),
    file: z.string().optional(),
    url: z.string().optional(),
  })
  .meta({ id: 'ContentReference' });

export const presentReference = (node: ContentReferenceFragment): z.infer<typeof ContentReference> => ({
  kind: node.kind,
  page: given(node.page),
  anchor: given(node.anchor),
  file: given(node.file),
  url: given(node.url),
});
