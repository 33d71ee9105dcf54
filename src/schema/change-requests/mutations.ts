import { createChangeRequest } from '../../domain/change-requests/create.ts';
import {
  ChangeRequestDescription,
  ChangeRequestSubject,
  DescriptionInput,
  settableStatuses,
} from '../../domain/change-requests/fields.ts';
import { updateChangeRequest } from '../../domain/change-requests/update.ts';
import { builder } from '../builder.ts';
import { writtenDocument } from '../free-forms.ts';
import type { InputFields } from '../content/content-inputs.ts';
import type { ContractForm } from '../contract-form.ts';
import { contractEnum } from '../enums.ts';
import { expectedVersionArg } from '../expected-version.ts';
import { payloadType } from '../payload.ts';
import { ChangeRequest } from './change-request.ts';

const SettableStatusEnum = contractEnum(
  'SettableChangeRequestStatus',
  'The statuses that an update can set. `mergeChangeRequest` sets `MERGED`.',
  settableStatuses,
);

const ChangeRequestDescriptionInput = builder.inputType('ChangeRequestDescriptionInput', {
  description:
    'A description: either `markdown` or `document`. An empty text removes it, and no text leaves it unchanged.',
  fields: (t) => ({
    markdown: t.string({ description: 'The description as Markdown.', validate: ChangeRequestDescription }),
    document: t.field({ type: 'JSON', description: writtenDocument }),
  }),
});

/** Whether a description in REST is a JSON document itself, without an object around it. */
const isDocument = (description: unknown) => 'object' in (description as object);

export const descriptionField = (t: InputFields) => ({
  description: t.field({
    type: ChangeRequestDescriptionInput,
    description: 'The description: `markdown` or a JSON document. Null removes it.',
    extensions: {
      contract: {
        form: DescriptionInput,
        toGraph: (description) => (isDocument(description) ? { document: description } : description),
      } satisfies ContractForm,
    },
  }),
});

const CreateChangeRequestInput = builder.inputType('CreateChangeRequestInput', {
  description: 'A new change request.',
  fields: (t) => ({ subject: t.string({ validate: ChangeRequestSubject }) }),
});

const UpdateChangeRequestInput = builder.inputType('UpdateChangeRequestInput', {
  description: 'The fields of a change request to update; omitted fields stay unchanged.',
  fields: (t) => ({
    subject: t.string({ validate: ChangeRequestSubject }),
    status: t.field({
      type: SettableStatusEnum,
      description: 'The new status. The status of a merged change request cannot change.',
    }),
    ...descriptionField(t),
  }),
});

export const changeRequestArgs = builder.args((t) => ({
  changeRequestId: t.id({
    required: true,
    description: 'Id of the change request, or its number if `spaceId` is set.',
  }),
  spaceId: t.id({ description: 'Id of the space; a change request of any other space is refused with not_found.' }),
}));

builder.mutationFields((t) => ({
  createChangeRequest: t.field({
    type: payloadType('CreateChangeRequestPayload', 'changeRequest', ChangeRequest, 'The new change request.'),
    description:
      'Creates a change request from the active main revision of a space, as a draft. Locked spaces accept change requests.',
    args: {
      spaceId: t.arg.id({ required: true }),
      input: t.arg({ type: CreateChangeRequestInput, required: true, description: 'The new change request.' }),
    },
    resolve: async (_root, { spaceId, input }, ctx) => ({
      changeRequest: await createChangeRequest(ctx, { ...input, spaceId }),
    }),
  }),
  updateChangeRequest: t.field({
    type: payloadType('UpdateChangeRequestPayload', 'changeRequest', ChangeRequest, 'The updated change request.'),
    description:
      'Updates the subject, description or status of a change request. Authors need the role `edit`, everybody else needs `review`.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: UpdateChangeRequestInput, required: true, description: 'The fields to update.' }),
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
      'The updated change request.',
    ),
    description: 'Sets or removes the description of a change request, as `updateChangeRequest` does.',
    args: {
      ...changeRequestArgs,
      ...expectedVersionArg,
      input: t.arg({ type: ChangeRequestDescriptionInput, required: true, description: 'The description.' }),
    },
    resolve: async (_root, { changeRequestId: id, spaceId, expectedVersion, input: description }, ctx) => ({
      changeRequest: await updateChangeRequest(ctx, { id, spaceId }, { description, expectedVersion }),
    }),
  }),
}));
