import { createSpace } from '../../domain/spaces/create.ts';
import { Emoji, SpaceTitle } from '../../domain/spaces/fields.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { EditModeEnum, Space } from './space.ts';

const CreateSpaceInput = builder.inputType('CreateSpaceInput', {
  description: 'A new space.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the space.', validate: SpaceTitle }),
    emoji: t.string({ description: 'Emoji shown with the title.', validate: Emoji }),
    parent: t.id({ description: 'Collection to put it in; the top of the organization when omitted.' }),
    editMode: t.field({ type: EditModeEnum, description: 'Whether it takes direct edits; live when omitted.' }),
  }),
});

const CreateSpacePayload = payloadType('CreateSpacePayload', 'space', Space, 'The new space.');

builder.mutationField('createSpace', (t) =>
  t.field({
    type: CreateSpacePayload,
    description: 'Creates a space with an empty first revision; the caller becomes its admin.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Organization to create it in.' }),
      input: t.arg({ type: CreateSpaceInput, required: true, description: 'The new space.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      space: await createSpace(ctx, { ...input, organizationId, parentId: input.parent }),
    }),
  }),
);
