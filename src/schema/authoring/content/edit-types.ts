import { withInput } from '../../../lib/watched-inputs.ts';
import type { EditResult } from '../../../domain/authoring/content/edits/update-content.ts';
import { getFile } from '../../../domain/authoring/content/files.ts';
import {
  CreateReusableContentInput,
  RenameFileInput,
  SetVariablesInput,
  UpdateReusableContentInput,
} from '../../../domain/authoring/content/inputs.ts';
import { getReusableContent } from '../../../domain/authoring/content/reusable-contents.ts';
import { builder } from '../../builder.ts';
import { payloadDescription } from '../../payload.ts';
import { edit } from './edit.ts';
import { deletedEntryPayload, editPayload } from './edit-payload.ts';
import { ContentFileInput } from '../../../domain/authoring/content/inputs.ts';
import { mutation } from '../../mutation.ts';
import { File } from './file.ts';
import { ReusableContent } from './reusable-content.ts';
import { Revision } from './revision.ts';
import { editArgs } from './update-content.ts';

type PayloadName = `${string}Payload`;

const filePayload = (name: PayloadName, description: string) =>
  editPayload(name, { field: 'file', type: File, description, get: getFile });

const reusablePayload = (name: PayloadName, description: string) =>
  editPayload(name, { field: 'reusableContent', type: ReusableContent, description, get: getReusableContent });

const fileArg = builder.args((t) => ({ fileId: t.id({ required: true }) }));
const reusableArg = builder.args((t) => ({
  reusableContentId: t.id({ required: true }),
}));

mutation('uploadFile', {
  description: 'Adds a file, given in base64 or by a URL to fetch. Refused when the file exceeds the size limit.',
  extensions: { longRunning: true },
  args: editArgs,
  input: { form: ContentFileInput, description: 'The file.' },
  payload: filePayload('UploadFilePayload', 'The new file.'),
  resolve: (ctx, { input, ...place }) => edit(ctx, place, { operation: 'insert_files', files: [input] }),
});

mutation('renameFile', {
  description: 'Renames a file. Its id and content stay the same.',
  args: { ...editArgs, ...fileArg },
  input: { form: RenameFileInput, description: 'The new name.' },
  payload: filePayload('RenameFilePayload', 'The renamed file.'),
  resolve: (ctx, { fileId: file, input: { name }, ...place }) =>
    edit(ctx, place, { operation: 'rename_file', file, name }),
});

mutation('deleteFile', {
  description: 'Deletes a file, which breaks links to it. The file remains in earlier revisions.',
  args: { ...editArgs, ...fileArg },
  payload: deletedEntryPayload('DeleteFilePayload', 'Id of the deleted file.'),
  resolve: (ctx, { fileId: file, ...place }) => edit(ctx, place, { operation: 'delete_file', file }),
});

mutation('createReusableContent', {
  description: 'Creates a reusable content: a text that can be included in several pages.',
  args: editArgs,
  input: { form: CreateReusableContentInput, description: 'The new reusable content.' },
  payload: reusablePayload('CreateReusableContentPayload', 'The new reusable content.'),
  resolve: (ctx, { input, ...place }) => edit(ctx, place, withInput(input, { operation: 'insert_reusable_content' })),
});

mutation('updateReusableContent', {
  description: 'Updates the title or the text of a reusable content.',
  args: { ...editArgs, ...reusableArg },
  input: { form: UpdateReusableContentInput, description: 'The fields to update.' },
  payload: reusablePayload('UpdateReusableContentPayload', 'The updated reusable content.'),
  resolve: (ctx, { reusableContentId: reusableContent, input, ...place }) =>
    edit(ctx, place, withInput(input, { operation: 'update_reusable_content', reusableContent })),
});

mutation('deleteReusableContent', {
  description: 'Deletes a reusable content. It remains in earlier revisions.',
  args: { ...editArgs, ...reusableArg },
  payload: deletedEntryPayload('DeleteReusableContentPayload', 'Id of the deleted reusable content.'),
  resolve: (ctx, { reusableContentId: reusableContent, ...place }) =>
    edit(ctx, place, { operation: 'delete_reusable_content', reusableContent }),
});

const SetVariablesPayload = builder.objectRef<EditResult>('SetVariablesPayload').implement({
  description: payloadDescription('SetVariablesPayload'),
  fields: (t) => ({
    revision: t.expose('revision', { type: Revision, description: 'The new revision, with the variables.' }),
  }),
});

mutation('setVariables', {
  description: 'Replaces all variables of a space. Use `updatePage` for the variables of a page.',
  args: editArgs,
  input: { form: SetVariablesInput, description: 'The variables.' },
  payload: SetVariablesPayload,
  resolve: (ctx, { input: { variables }, ...place }) => edit(ctx, place, { operation: 'set_variables', variables }),
});
