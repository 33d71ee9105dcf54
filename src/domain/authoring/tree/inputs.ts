import { choice, Id, inputForm, omittable } from '../../../lib/form-types.ts';

const ContentType = choice('ContentType', 'Kinds of content in a collection or at the top level of an organization.', {
  space: 'A space.',
  collection: 'A collection.',
});

const ContentPointerInput = inputForm('ContentPointer', 'A space or a collection.', {
  type: ContentType.describe('Whether this is a space or a collection.'),
  space: Id.apply(omittable).describe('Id of the space. Required for the type `SPACE`.'),
  collection: Id.apply(omittable).describe('Id of the collection. Required for the type `COLLECTION`.'),
});

const ContentPositionInput = inputForm(
  'ContentPosition',
  'A position beside a sibling under the new parent. Exactly one field is required.',
  {
    before: ContentPointerInput.apply(omittable).describe('The sibling that follows.'),
    after: ContentPointerInput.apply(omittable).describe('The sibling that precedes.'),
  },
);

export const MoveContentInput = inputForm(
  'MoveContent',
  'The new place: a parent, a position among the siblings, or both.',
  {
    parent: Id.nullish().describe(
      'Id of the parent collection; null for the top level of the organization. Unchanged when omitted.',
    ),
    position: ContentPositionInput.apply(omittable).describe('Position among the siblings; the end when omitted.'),
  },
);

export const TransferContentInput = inputForm('TransferContent', 'The organization to transfer to.', {
  organization: Id.describe('Id of the organization that takes it.'),
});
