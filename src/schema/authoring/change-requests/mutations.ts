import { withInput } from '../../../lib/watched-inputs.ts';
import { createChangeRequest } from '../../../domain/authoring/change-requests/create.ts';
import {
  ChangeRequestDescriptionInput,
  CreateChangeRequestInput,
  UpdateChangeRequestInput,
} from '../../../domain/authoring/change-requests/inputs.ts';
import { updateChangeRequest } from '../../../domain/authoring/change-requests/update.ts';
import { builder } from '../../builder.ts';
import { expectedVersionArg } from '../../expected-version.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { ChangeRequest } from './change-request.ts';

export const changeRequestArgs = builder.args((t) => ({
  changeRequestId: t.id({
    required: true,
    description: 'Id of the change request, or its number if `spaceId` is set.',
  }),
  spaceId: t.id({ description: 'Id of the space; a change request of any other space is refused with not_found.' }),
}));

mutation('createChangeRequest', {
  description:
    'Creates a change request from the active main revision of a space, as a draft. Locked spaces accept change requests.',
  args: builder.args((t) => ({ spaceId: t.id({ required: true }) })),
  input: { form: CreateChangeRequestInput, description: 'The new change request.' },
  payload: shows('changeRequest', ChangeRequest, 'The new change request.'),
  resolve: (ctx, { spaceId, input }) => createChangeRequest(ctx, withInput(input, { spaceId })),
});

mutation('updateChangeRequest', {
  description:
    'Updates the subject, description or status of a change request. Authors need the role `edit`, everybody else needs `review`.',
  args: { ...changeRequestArgs, ...expectedVersionArg },
  input: { form: UpdateChangeRequestInput, description: 'The fields to update.' },
  payload: shows('changeRequest', ChangeRequest, 'The updated change request.'),
  resolve: (ctx, { changeRequestId: id, spaceId, expectedVersion, input }) =>
    updateChangeRequest(ctx, { id, spaceId }, withInput(input, { expectedVersion })),
});

mutation('setChangeRequestDescription', {
  description: 'Sets or removes the description of a change request, as `updateChangeRequest` does.',
  args: { ...changeRequestArgs, ...expectedVersionArg },
  input: { form: ChangeRequestDescriptionInput, description: 'The description.' },
  payload: shows('changeRequest', ChangeRequest, 'The updated change request.'),
  resolve: (ctx, { changeRequestId: id, spaceId, expectedVersion, input: description }) =>
    updateChangeRequest(ctx, { id, spaceId }, { description, expectedVersion }),
});
