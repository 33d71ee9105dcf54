import { createSpace } from '../../domain/spaces/create.ts';
import { Emoji, SpaceLanguage, SpaceTitle } from '../../domain/spaces/fields.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { EditModeEnum, Space } from './space.ts';

const CreateSpaceInput = builder.inputType('CreateSpaceInput', {
  description: 'Fields of a new space.',
  fields: (t) => ({
    title: t.string({ description: 'Name of the space.', validate: SpaceTitle }),
    emoji: t.string({ description: 'Emoji shown with the title.', validate: Emoji }),
    parent: t.id({ description: 'Id of the parent collection; the top level of the organization when omitted.' }),
    editMode: t.field({
      type: EditModeEnum,
      description: 'Whether the content can be edited directly; `LIVE` when omitted.',
    }),
    language: t.string({ description: 'Code of the language of the content.', validate: SpaceLanguage }),
  }),
});

const CreateSpacePayload = payloadType('CreateSpacePayload', 'space', Space, 'The new space.');

builder.mutationField('createSpace', (t) =>
  t.field({
    type: CreateSpacePayload,
    description:
      'Creates a space with an empty first revision, whose admin is the caller. Needs the role `create` on the parent collection or, at the top level, on the organization.',
    args: {
      organizationId: t.arg.id({ required: true, description: 'Id of the organization.' }),
      input: t.arg({ type: CreateSpaceInput, required: true, description: 'Fields of the new space.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      space: await createSpace(ctx, { ...input, organizationId, parentId: input.parent }),
    }),
  }),
);
