import { withInput } from '../../../lib/watched-inputs.ts';
import { MoveContentInput, TransferContentInput } from '../../../domain/authoring/tree/inputs.ts';
import { deleteSpace } from '../../../domain/authoring/spaces/delete.ts';
import { duplicateSpace } from '../../../domain/authoring/spaces/duplicate.ts';
import { UpdateSpaceInput } from '../../../domain/authoring/spaces/inputs.ts';
import { moveSpace } from '../../../domain/authoring/spaces/move.ts';
import { restoreSpace } from '../../../domain/authoring/spaces/restore.ts';
import { transferSpace } from '../../../domain/authoring/spaces/transfer.ts';
import { updateSpace } from '../../../domain/authoring/spaces/update.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { Space } from './space.ts';

const idArg = builder.args((t) => ({ spaceId: t.id({ required: true }) }));

mutation('updateSpace', {
  description: 'Updates a space. Only for its admins. Refused when both an emoji and an icon are given.',
  args: { ...idArg, ...expectedVersionArg },
  input: { form: UpdateSpaceInput, description: 'Fields to update.' },
  payload: shows('space', Space, 'The updated space.'),
  resolve: (ctx, { spaceId: id, expectedVersion, input }) =>
    updateSpace(ctx, withInput(input, { id, expectedVersion })),
});

mutation('deleteSpace', {
  description: 'Deletes a space. It can be restored for 7 days. Only for its admins.',
  args: { ...idArg, ...expectedVersionArg },
  payload: shows('space', Space, 'The deleted space.'),
  resolve: (ctx, { spaceId: id, expectedVersion }) => deleteSpace(ctx, { id, expectedVersion }),
});

mutation('restoreSpace', {
  description:
    'Restores a deleted space within 7 days. If its collection was deleted, the space moves to the top level. Only for its admins.',
  args: { ...idArg, ...expectedVersionArg },
  payload: shows('space', Space, 'The restored space.'),
  resolve: (ctx, { spaceId: id, expectedVersion }) => restoreSpace(ctx, { id, expectedVersion }),
});

mutation('duplicateSpace', {
  description:
    'Copies a space to the end of its parent. The copy has the content as its first revision and the grants, but no comments and change requests. Needs the role `create` on the parent.',
  args: idArg,
  payload: shows('space', Space, 'The copy.'),
  resolve: (ctx, { spaceId }) => duplicateSpace(ctx, spaceId),
});

mutation('moveSpace', {
  description:
    'Moves a space to another parent in its organization, or to another position among its siblings. Only for its admins, who need the role `create` on the new parent.',
  args: { ...idArg, ...expectedVersionArg },
  input: { form: MoveContentInput, description: 'The new place.' },
  payload: shows('space', Space, 'The space in its new place.'),
  resolve: (ctx, { spaceId: id, expectedVersion, input }) => moveSpace(ctx, withInput(input, { id, expectedVersion })),
});

mutation('transferSpace', {
  description:
    'Transfers a space to the top level of another organization. Only for its admins, who need the role `create` in that organization.',
  args: { ...idArg, ...expectedVersionArg },
  input: { form: TransferContentInput, description: 'The new place.' },
  payload: shows('space', Space, 'The space in its new place.'),
  resolve: (ctx, { spaceId: id, expectedVersion, input: { organization } }) =>
    transferSpace(ctx, { id, expectedVersion, organizationId: organization }),
});
