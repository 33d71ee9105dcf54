import * as z from 'zod';
import { contentChangeTypes, type ContentChangeType } from '../../domain/content/diff/describe.ts';
import type { ContentChangeFragment } from '../__generated__/operations.ts';

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

/** Beyond 2c: `more` says how many others differ, and is left out for none. */
export const ContentChanges = z
  .strictObject({ changes: z.array(ContentChange), more: z.int().optional() })
  .meta({ id: 'ContentChanges' });

interface ChangesNode {
  readonly items: readonly ContentChangeFragment[];
  readonly more: number;
}

export const presentChanges = ({ items, more }: ChangesNode): z.infer<typeof ContentChanges> => ({
  changes: items.map(presentChange),
  more: more === 0 ? undefined : more,
});

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
