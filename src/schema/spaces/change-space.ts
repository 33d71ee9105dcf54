import { deleteSpace, restoreSpace } from '../../domain/spaces/delete.ts';
import { duplicateSpace } from '../../domain/spaces/duplicate.ts';
import { Emoji, IconUrl, SpaceTitle } from '../../domain/spaces/fields.ts';
import { moveSpace } from '../../domain/spaces/move.ts';
import { transferSpace } from '../../domain/spaces/transfer.ts';
import { updateSpace } from '../../domain/spaces/update.ts';
import { DefaultLevelEnum } from '../access.ts';
import { builder } from '../builder.ts';
import { MoveContentInput, TransferContentInput } from '../collections/placement.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { EditModeEnum, Space } from './space.ts';

const UpdateSpaceInput = builder.inputType('UpdateSpaceInput', {
  description: 'Changes of a space; what is omitted stays.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the space.', validate: SpaceTitle }),
    editMode: t.field({ type: EditModeEnum, description: 'Whether it takes direct edits.' }),
    defaultLevel: t.field({
      type: DefaultLevelEnum,
      description: 'Access of members without a grant; null for none.',
    }),
    emoji: t.string({
      description: 'Emoji shown with the title, in place of an icon; null clears it.',
      validate: Emoji,
    }),
    icon: t.string({ description: 'Icon URL, in place of an emoji; null clears it.', validate: IconUrl }),
  }),
});

const idArg = builder.args((t) => ({ spaceId: t.id({ required: true, description: 'Id of the space.' }) }));

builder.mutationField('updateSpace', (t) =>
  t.field({
    type: payloadType('UpdateSpacePayload', 'space', Space, 'The space as it is now.'),
    description: 'Changes a space.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateSpaceInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { spaceId: id, expectedVersion, input }, ctx) => ({
      space: await updateSpace(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('deleteSpace', (t) =>
  t.field({
    type: payloadType('DeleteSpacePayload', 'space', Space, 'The deleted space.'),
    description: 'Deletes a space; it can be restored for 7 days.',
    args: { ...idArg, ...expectedVersionArg },
    resolve: async (_root, { spaceId: id, expectedVersion }, ctx) => ({
      space: await deleteSpace(ctx, { id, expectedVersion }),
    }),
  }),
);

builder.mutationField('restoreSpace', (t) =>
  t.field({
    type: payloadType('RestoreSpacePayload', 'space', Space, 'The restored space.'),
    description: 'Takes a deletion back, within 7 days; the space is at the top when its collection is gone.',
    args: { ...idArg, ...expectedVersionArg },
    resolve: async (_root, { spaceId: id, expectedVersion }, ctx) => ({
      space: await restoreSpace(ctx, { id, expectedVersion }),
    }),
  }),
);

builder.mutationField('duplicateSpace', (t) =>
  t.field({
    type: payloadType('DuplicateSpacePayload', 'space', Space, 'The copy.'),
    description: 'Copies a space beside itself: its content as a first revision and its access, without comments.',
    args: { ...idArg },
    resolve: async (_root, { spaceId }, ctx) => ({ space: await duplicateSpace(ctx, spaceId) }),
  }),
);

builder.mutationField('moveSpace', (t) =>
  t.field({
    type: payloadType('MoveSpacePayload', 'space', Space, 'The space where it is now.'),
    description: 'Puts a space under another parent of its organization, or elsewhere among its siblings.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: MoveContentInput, required: true, description: 'Where it goes.' }),
    },
    resolve: async (_root, { spaceId: id, expectedVersion, input }, ctx) => ({
      space: await moveSpace(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('transferSpace', (t) =>
  t.field({
    type: payloadType('TransferSpacePayload', 'space', Space, 'The space where it is now.'),
    description: 'Takes a space to the top of another organization.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: TransferContentInput, required: true, description: 'Where it goes.' }),
    },
    resolve: async (_root, { spaceId: id, expectedVersion, input: { organization } }, ctx) => ({
      space: await transferSpace(ctx, { id, expectedVersion, organizationId: organization }),
    }),
  }),
);
