import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';

const ContentTypeEnum = contractEnum(
  'ContentType',
  'Kinds of content in a collection or at the top level of an organization.',
  {
    space: 'A space.',
    collection: 'A collection.',
  },
);

const ContentPointerInput = builder.inputType('ContentPointerInput', {
  description: 'A space or a collection.',
  fields: (t) => ({
    type: t.field({ type: ContentTypeEnum, required: true, description: 'Whether this is a space or a collection.' }),
    space: t.id({ description: 'Id of the space. Required for the type `SPACE`.' }),
    collection: t.id({ description: 'Id of the collection. Required for the type `COLLECTION`.' }),
  }),
});

const ContentPositionInput = builder.inputType('ContentPositionInput', {
  description: 'A position beside a sibling under the new parent. Exactly one field is required.',
  fields: (t) => ({
    before: t.field({ type: ContentPointerInput, description: 'The sibling that follows.' }),
    after: t.field({ type: ContentPointerInput, description: 'The sibling that precedes.' }),
  }),
});

export const MoveContentInput = builder.inputType('MoveContentInput', {
  description: 'The new place: a parent, a position among the siblings, or both.',
  fields: (t) => ({
    parent: t.id({
      description: 'Id of the parent collection; null for the top level of the organization. Unchanged when omitted.',
    }),
    position: t.field({
      type: ContentPositionInput,
      description: 'Position among the siblings; the end when omitted.',
    }),
  }),
});

export const TransferContentInput = builder.inputType('TransferContentInput', {
  description: 'The organization to transfer to.',
  fields: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
  }),
});
