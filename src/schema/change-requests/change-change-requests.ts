import { createChangeRequest } from '../../domain/change-requests/create.ts';
import {
  ChangeRequestDescription,
  ChangeRequestSubject,
  GivenDescription,
  settableStatuses,
} from '../../domain/change-requests/fields.ts';
import { updateChangeRequest } from '../../domain/change-requests/update.ts';
import { builder } from '../builder.ts';
import type { InputFields } from '../content/content-inputs.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { ChangeRequest } from './change-request.ts';

const SettableStatusEnum = contractEnum(
  'SettableChangeRequestStatus',
  'What the status of a change request can be set to; merging is an operation of its own.',
  settableStatuses,
);

/** As newer clients of the REST API send it; `setChangeRequestDescription` takes typed forms. */
export const descriptionField = (t: InputFields) => ({
  description: t.field({
    type: 'JSON',
    description: 'What it is for: a JSON document, `{ markdown }` or `{ document }`; null takes it away.',
    validate: GivenDescription.nullable(),
  }),
});

const CreateChangeRequestInput = builder.inputType('CreateChangeRequestInput', {
  description: 'A new change request.',
  fields: (t) => ({ subject: t.string({ description: 'What it is about.', validate: ChangeRequestSubject }) }),
});

const UpdateChangeRequestInput = builder.inputType('UpdateChangeRequestInput', {
  description: 'Changes of a change request; what is omitted stays.',
  fields: (t) => ({
    subject: t.string({ description: 'What it is about.', validate: ChangeRequestSubject }),
    status: t.field({ type: SettableStatusEnum, description: 'How far it is.' }),
    ...descriptionField(t),
  }),
});

const SetChangeRequestDescriptionInput = builder.inputType('SetChangeRequestDescriptionInput', {
  description: 'A description: Markdown, or a JSON document, not both; an empty text takes it away.',
  fields: (t) => ({
    markdown: t.string({ description: 'The Markdown text.', validate: ChangeRequestDescription }),
    document: t.field({
      type: 'JSON',
      description: 'A JSON document of blocks that Markdown can hold; it is stored as Markdown.',
    }),
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
    description:
      'Changes the subject, the description or the status of a change request. Its content is updated by another operation.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateChangeRequestInput, required: true, description: 'What changes.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedVersion, input }, ctx) => ({
      changeRequest: await updateChangeRequest(ctx, { id, spaceId }, { ...input, expectedVersion }),
    }),
  }),
  setChangeRequestDescription: t.field({
    type: payloadType(
      'SetChangeRequestDescriptionPayload',
      'changeRequest',
      ChangeRequest,
      'The change request as it is now.',
    ),
    description: 'Says what a change request is for.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: SetChangeRequestDescriptionInput, required: true, description: 'The description.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedVersion, input: description }, ctx) => ({
      changeRequest: await updateChangeRequest(ctx, { id, spaceId }, { description, expectedVersion }),
    }),
  }),
}));
