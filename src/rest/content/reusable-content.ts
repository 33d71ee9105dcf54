import * as z from 'zod';
import type { ReusableContentFragment } from '../__generated__/operations.ts';
import type { Resource } from '../route.ts';
import { given } from '../shared/schemas.ts';

/** Contract 2.13; `document` is the id of its text. */
export const ReusableContent = z
  .strictObject({ id: z.string(), title: z.string(), document: z.string().optional() })
  .meta({ id: 'ReusableContent' });

export const reusableContent: Resource<ReusableContentFragment, z.infer<typeof ReusableContent>> = {
  schema: ReusableContent,
  present: (node) => ({ id: node.id, title: node.title, document: given(node.documentId) }),
};
