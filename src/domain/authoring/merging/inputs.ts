import { inputForm, omittable } from '../../../lib/form-types.ts';
import { PageMarkdown } from '../../../text/content/edit-fields.ts';
import { MergeSide } from '../../../text/three-way-merge/conflict.ts';

export const ResolveConflictInput = inputForm(
  'ResolveConflict',
  'The resolution of all conflicts of an entry: either `choice` or `markdown`.',
  {
    choice: MergeSide.apply(omittable).describe('The side whose values replace the conflicting ones.'),
    markdown: PageMarkdown.apply(omittable).describe('The complete text that replaces the conflicting one.'),
  },
);
