import { deleteSpace } from '../../domain/spaces/delete.ts';
import { duplicateSpace } from '../../domain/spaces/duplicate.ts';
import { moveSpace } from '../../domain/spaces/move.ts';
import { restoreSpace } from '../../domain/spaces/restore.ts';
import { transferSpace } from '../../domain/spaces/transfer.ts';
import { updateSpace } from '../../domain/spaces/update.ts';
import { builder } from '../builder.ts';
import { MoveContentInput, TransferContentInput } from '../collections/placement.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { UpdateSpaceInput } from './inputs.ts';
import { Space } from './space.ts';

const idArg = builder.args((t) => ({ spaceId: t.id({ required: true }) }));

builder.mutationField('updateSpace', (t) =>
  t.field({
    type: payloadType('UpdateSpacePayload', 'space', Space, 'The updated space.'),
    description: 'Updates a space. Only for its admins. Refused when both an emoji and an icon are given.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateSpaceInput, required: true, description: 'Fields to update.' }),
    },
    resolve: async (_root, { spaceId: id, expectedVersion, input }, ctx) => ({
      space: await updateSpace(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('deleteSpace', (t) =>
  t.field({
    type: payloadType('DeleteSpacePayload', 'space', Space, 'The deleted space.'),
    description: 'Deletes a space. It can be restored for 7 days. Only for its admins.',
    args: { ...idArg, ...expectedVersionArg },
    resolve: async (_root, { spaceId: id, expectedVersion }, ctx) => ({
      space: await deleteSpace(ctx, { id, expectedVersion }),
    }),
  }),
);

builder.mutationField('restoreSpace', (t) =>
  t.field({
    type: payloadType('RestoreSpacePayload', 'space', Space, 'The restored space.'),
    description:
      'Restores a deleted space within 7 days. If its collection was deleted, the space moves to the top level. Only for its admins.',
    args: { ...idArg, ...expectedVersionArg },
    resolve: async (_root, { spaceId: id, expectedVersion }, ctx) => ({
      space: await restoreSpace(ctx, { id, expectedVersion }),
    }),
  }),
);

builder.mutationField('duplicateSpace', (t) =>
  t.field({
    type: payloadType('DuplicateSpacePayload', 'space', Space, 'The copy.'),
    description:
      'Copies a space to the end of its parent. The copy has the content as its first revision and the grants, but no comments and change requests. Needs the role `create` on the parent.',
    args: { ...idArg },
    resolve: async (_root, { spaceId }, ctx) => ({ space: await duplicateSpace(ctx, spaceId) }),
  }),
);

builder.mutationField('moveSpace', (t) =>
  t.field({
    type: payloadType('MoveSpacePayload', 'space', Space, 'The space in its new place.'),
    description:
      'Moves a space to another parent in its organization, or to another position among its siblings. Only for its admins, who need the role `create` on the new parent.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: MoveContentInput, required: true, description: 'The new place.' }),
    },
    resolve: async (_root, { spaceId: id, expectedVersion, input }, ctx) => ({
      space: await moveSpace(ctx, { ...input, id, expectedVersion }),
    }),
  }),
);

builder.mutationField('transferSpace', (t) =>
  t.field({
    type: payloadType('TransferSpacePayload', 'space', Space, 'The space in its new place.'),
    description:
      'Transfers a space to the top level of another organization. Only for its admins, who need the role `create` in that organization.',
    args: {
      ...idArg,
      ...expectedVersionArg,
      input: t.arg({ type: TransferContentInput, required: true, description: 'The new place.' }),
    },
    resolve: async (_root, { spaceId: id, expectedVersion, input: { organization } }, ctx) => ({
      space: await transferSpace(ctx, { id, expectedVersion, organizationId: organization }),
    }),
  }),
);
