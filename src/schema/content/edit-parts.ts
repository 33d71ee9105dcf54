import type { EditResult } from '../../domain/content/edits/update-content.ts';
import { FileName, PageTitle, Variables } from '../../domain/content/edits/fields.ts';
import { getFile } from '../../domain/content/files.ts';
import { getReusableContent } from '../../domain/content/reusable-contents.ts';
import { builder } from '../builder.ts';
import { freeForms } from '../free-forms.ts';
import { payloadDescription } from '../payload.ts';
import { edit } from './edit.ts';
import { deletedEntryPayload, editPayload } from './edit-payload.ts';
import { ContentFileInput, documentField } from './content-inputs.ts';
import { File } from './file.ts';
import { ReusableContent } from './reusable-content.ts';
import { Revision } from './revision.ts';
import { editArgs } from './update-content.ts';

type PayloadName = `${string}Payload`;

const filePayload = (name: PayloadName, description: string) =>
  editPayload(name, { field: 'file', type: File, description, get: getFile });

const reusablePayload = (name: PayloadName, description: string) =>
  editPayload(name, { field: 'reusableContent', type: ReusableContent, description, get: getReusableContent });

const RenameFileInput = builder.inputType('RenameFileInput', {
  description: 'The new name of a file.',
  fields: (t) => ({ name: t.string({ required: true, description: 'File name.', validate: FileName }) }),
});

const SetVariablesInput = builder.inputType('SetVariablesInput', {
  description: 'The variables of a space; they replace all existing ones.',
  fields: (t) => ({
    variables: t.field({
      type: 'JSON',
      required: true,
      description: `Values by name. ${freeForms.variables}`,
      validate: Variables,
    }),
  }),
});

const CreateReusableContentInput = builder.inputType('CreateReusableContentInput', {
  description: 'A new reusable content.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title of the reusable content.', validate: PageTitle }),
    ...documentField(t),
  }),
});

const UpdateReusableContentInput = builder.inputType('UpdateReusableContentInput', {
  description: 'The fields of a reusable content to update. Omitted fields stay unchanged.',
  fields: (t) => ({
    title: t.string({ description: 'Title of the reusable content.', validate: PageTitle }),
    ...documentField(t),
  }),
});

const fileArg = builder.args((t) => ({ fileId: t.id({ required: true }) }));
const reusableArg = builder.args((t) => ({
  reusableContentId: t.id({ required: true }),
}));

builder.mutationFields((t) => ({
  uploadFile: t.field({
    type: filePayload('UploadFilePayload', 'The new file.'),
    extensions: { longRunning: true },
    description: 'Adds a file, given in base64 or by a URL to fetch. Refused when the file exceeds the size limit.',
    args: { ...editArgs, input: t.arg({ type: ContentFileInput, required: true, description: 'The file.' }) },
    resolve: (_root, { input, ...place }, ctx) => edit(ctx, place, { operation: 'insert_files', files: [input] }),
  }),
  renameFile: t.field({
    type: filePayload('RenameFilePayload', 'The renamed file.'),
    description: 'Renames a file. Its id and content stay the same.',
    args: {
      ...editArgs,
      ...fileArg,
      input: t.arg({ type: RenameFileInput, required: true, description: 'The new name.' }),
    },
    resolve: (_root, { fileId: file, input: { name }, ...place }, ctx) =>
      edit(ctx, place, { operation: 'rename_file', file, name }),
  }),
  deleteFile: t.field({
    type: deletedEntryPayload('DeleteFilePayload', 'Id of the deleted file.'),
    description: 'Deletes a file, which breaks links to it. The file remains in earlier revisions.',
    args: { ...editArgs, ...fileArg },
    resolve: (_root, { fileId: file, ...place }, ctx) => edit(ctx, place, { operation: 'delete_file', file }),
  }),
  createReusableContent: t.field({
    type: reusablePayload('CreateReusableContentPayload', 'The new reusable content.'),
    description: 'Creates a reusable content: a text that can be included in several pages.',
    args: {
      ...editArgs,
      input: t.arg({ type: CreateReusableContentInput, required: true, description: 'The new reusable content.' }),
    },
    resolve: (_root, { input, ...place }, ctx) => edit(ctx, place, { operation: 'insert_reusable_content', ...input }),
  }),
  updateReusableContent: t.field({
    type: reusablePayload('UpdateReusableContentPayload', 'The updated reusable content.'),
    description: 'Updates the title or the text of a reusable content.',
    args: {
      ...editArgs,
      ...reusableArg,
      input: t.arg({ type: UpdateReusableContentInput, required: true, description: 'The fields to update.' }),
    },
    resolve: (_root, { reusableContentId: reusableContent, input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'update_reusable_content', reusableContent, ...input }),
  }),
  deleteReusableContent: t.field({
    type: deletedEntryPayload('DeleteReusableContentPayload', 'Id of the deleted reusable content.'),
    description: 'Deletes a reusable content. It remains in earlier revisions.',
    args: { ...editArgs, ...reusableArg },
    resolve: (_root, { reusableContentId: reusableContent, ...place }, ctx) =>
      edit(ctx, place, { operation: 'delete_reusable_content', reusableContent }),
  }),
}));

const SetVariablesPayload = builder.objectRef<EditResult>('SetVariablesPayload').implement({
  description: payloadDescription('SetVariablesPayload'),
  fields: (t) => ({
    revision: t.expose('revision', { type: Revision, description: 'The new revision, with the variables.' }),
  }),
});

builder.mutationField('setVariables', (t) =>
  t.field({
    type: SetVariablesPayload,
    description: 'Replaces all variables of a space. Use `updatePage` for the variables of a page.',
    args: { ...editArgs, input: t.arg({ type: SetVariablesInput, required: true, description: 'The variables.' }) },
    resolve: (_root, { input: { variables }, ...place }, ctx) =>
      edit(ctx, place, { operation: 'set_variables', variables }),
  }),
);
