import { createChangeRequest } from '../../domain/change-requests/create.ts';
import {
  ChangeRequestDescription,
  ChangeRequestSubject,
  DescriptionInput,
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
  'The statuses that an update can set. `mergeChangeRequest` sets `MERGED`.',
  settableStatuses,
);

/** The description in the untyped form of the REST API. `setChangeRequestDescription` has typed fields. */
export const descriptionField = (t: InputFields) => ({
  description: t.field({
    type: 'JSON',
    description: 'The description: a JSON document, `{ markdown }` or `{ document }`. Null removes it.',
    validate: DescriptionInput.nullable(),
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

const SetChangeRequestDescriptionInput = builder.inputType('SetChangeRequestDescriptionInput', {
  description: 'A description: either `markdown` or `document`. An empty text removes it.',
  fields: (t) => ({
    markdown: t.string({ description: 'The Markdown text.', validate: ChangeRequestDescription }),
    document: t.field({
      type: 'JSON',
      description: 'A JSON document. It is stored as Markdown; blocks that Markdown cannot express are refused.',
    }),
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
    description: 'Sets or removes the description of a change request, with typed fields.',
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
