import { createChangeRequest } from '../../domain/change-requests/create.ts';
import { ChangeRequestSubject, settableStatuses } from '../../domain/change-requests/fields.ts';
import { updateChangeRequest } from '../../domain/change-requests/update.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { ChangeRequest } from './change-request.ts';

const SettableStatusEnum = contractEnum(
  'SettableChangeRequestStatus',
  'What the status of a change request can be set to; merging is an operation of its own.',
  settableStatuses,
);

const CreateChangeRequestInput = builder.inputType('CreateChangeRequestInput', {
  description: 'A new change request.',
  fields: (t) => ({ subject: t.string({ description: 'What it is about.', validate: ChangeRequestSubject }) }),
});

const UpdateChangeRequestInput = builder.inputType('UpdateChangeRequestInput', {
  description: 'Changes of a change request; what is omitted stays.',
  fields: (t) => ({
    subject: t.string({ description: 'What it is about.', validate: ChangeRequestSubject }),
    status: t.field({ type: SettableStatusEnum, description: 'How far it is.' }),
  }),
});

export const changeRequestArgs = builder.args((t) => ({
  changeRequestId: t.id({
    required: true,
    description: 'Id of the change request, or its number where the space is given.',
  }),
  spaceId: t.id({ description: 'Space of the change request: refuse when it is in another.' }),
}));

builder.mutationFields((t) => ({
  createChangeRequest: t.field({
    type: payloadType('CreateChangeRequestPayload', 'changeRequest', ChangeRequest, 'The new change request.'),
    description: 'Starts a change request, as a draft, from the content of a space as it is.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Space to change.' }),
      input: t.arg({ type: CreateChangeRequestInput, required: true, description: 'The new change request.' }),
    },
    resolve: async (_root, { spaceId, input }, ctx) => ({
      changeRequest: await createChangeRequest(ctx, { ...input, spaceId }),
    }),
  }),
  updateChangeRequest: t.field({
    type: payloadType('UpdateChangeRequestPayload', 'changeRequest', ChangeRequest, 'The change request as it is now.'),
    description: 'Changes the subject or the status of a change request. Its content is updated by another operation.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateChangeRequestInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedVersion, input }, ctx) => ({
      changeRequest: await updateChangeRequest(ctx, { id, spaceId }, { ...input, expectedVersion }),
    }),
  }),
}));
