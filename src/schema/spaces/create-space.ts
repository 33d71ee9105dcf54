import { createSpace } from '../../domain/spaces/create.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { CreateSpaceInput } from './inputs.ts';
import { Space } from './space.ts';

const CreateSpacePayload = payloadType('CreateSpacePayload', 'space', Space, 'The new space.');

builder.mutationField('createSpace', (t) =>
  t.field({
    type: CreateSpacePayload,
    description:
      'Creates a space with an empty first revision, whose admin is the caller. Needs the role `create` on the parent collection or, at the top level, on the organization.',
    args: {
      organizationId: t.arg.id({ required: true }),
      input: t.arg({ type: CreateSpaceInput, required: true, description: 'Fields of the new space.' }),
    },
    resolve: async (_root, { organizationId, input }, ctx) => ({
      space: await createSpace(ctx, { ...input, organizationId, parentId: input.parent }),
    }),
  }),
);
