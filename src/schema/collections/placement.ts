import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';

const ContentTypeEnum = contractEnum('ContentType', 'What stands in a collection or at the top of an organization.', {
  space: 'A space.',
  collection: 'A collection.',
});

const ContentPointerInput = builder.inputType('ContentPointerInput', {
  description: 'Names one space or collection.',
  fields: (t) => ({
    type: t.field({ type: ContentTypeEnum, required: true, description: 'Which of the two.' }),
    space: t.id({ description: 'Id of the space, for that type.' }),
    collection: t.id({ description: 'Id of the collection, for that type.' }),
  }),
});

const ContentPositionInput = builder.inputType('ContentPositionInput', {
  description: 'A place beside a sibling under the final parent: exactly one of the two.',
  fields: (t) => ({
    before: t.field({ type: ContentPointerInput, description: 'Right before this one.' }),
    after: t.field({ type: ContentPointerInput, description: 'Right after this one.' }),
  }),
});

/** Contract 4.3, move. */
export const MoveContentInput = builder.inputType('MoveContentInput', {
  description: 'Where something goes: another parent, a place among its siblings, or both.',
  fields: (t) => ({
    parent: t.id({ description: 'Collection to put it in; null for the top, omitted for where it is.' }),
    position: t.field({ type: ContentPositionInput, description: 'Its place; the end when omitted.' }),
  }),
});

/** Contract 4.3, transfer. */
export const TransferContentInput = builder.inputType('TransferContentInput', {
  description: 'The organization something goes to.',
  fields: (t) => ({
    organization: t.id({ required: true, description: 'Id of the organization.' }),
  }),
});
