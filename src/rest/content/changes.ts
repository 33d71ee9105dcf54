import * as z from 'zod';
import { contentChangeTypes, type ContentChangeType } from '../../domain/content/diff/describe.ts';
import type { ChangeRequestFragment, ContentChangeFragment } from '../__generated__/operations.ts';
import { ChangeRequest, changeRequest } from '../change-requests/resource.ts';

const Subject = z.strictObject({ id: z.string(), title: z.string() });

const ContentChange = z
  .strictObject({
    type: z.enum(Object.keys(contentChangeTypes) as [ContentChangeType, ...ContentChangeType[]]),
    page: Subject.optional(),
    file: Subject.optional(),
    reusableContent: Subject.optional(),
    titleBefore: z.string().optional(),
    fields: z.array(z.string()),
    hunks: z.array(
      z.strictObject({
        oldStart: z.int(),
        oldLines: z.int(),
        newStart: z.int(),
        newLines: z.int(),
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'ContentChange' });

/** Beyond 2c: `more` says how many others differ, and is left out for none; `mergedFrom` is what a merge merged. */
export const ContentChanges = z
  .strictObject({
    changes: z.array(ContentChange),
    more: z.int().optional(),
    mergedFrom: ChangeRequest.optional(),
  })
  .meta({ id: 'ContentChanges' });

interface ChangesNode {
  readonly items: readonly ContentChangeFragment[];
  readonly more: number;
}

export function presentChanges(
  node: ChangesNode | null | undefined,
  mergedFrom?: ChangeRequestFragment | null,
): z.infer<typeof ContentChanges> {
  if (!node) throw new Error('The operation answered null without an error');
  const { items, more } = node;
  return {
    changes: items.map(presentChange),
    more: more === 0 ? undefined : more,
    mergedFrom: mergedFrom ? changeRequest.present(mergedFrom) : undefined,
  };
}

function presentChange(node: ContentChangeFragment): z.infer<typeof ContentChange> {
  const subject = { id: node.subjectId, title: node.title };
  return {
    type: node.type,
    page: node.type.startsWith('page_') ? subject : undefined,
    file: node.type.startsWith('file_') ? subject : undefined,
    reusableContent: node.type.startsWith('reusable_content_') ? subject : undefined,
    titleBefore: node.titleBefore === null || node.titleBefore === node.title ? undefined : node.titleBefore,
    fields: node.fields,
    hunks: node.hunks,
  };
}
