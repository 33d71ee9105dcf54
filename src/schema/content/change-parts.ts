import { requireScope } from '../../domain/access/policy.ts';
import type { EditResult } from '../../domain/content/edits/edit-content.ts';
import { FileName, PageTitle, Variables } from '../../domain/content/edits/fields.ts';
import { getFile } from '../../domain/content/files.ts';
import { getReusableContent } from '../../domain/content/reusable-contents.ts';
import type { Context } from '../../domain/context.ts';
import { builder } from '../builder.ts';
import { edit } from './edit.ts';
import { ContentFileInput, documentField } from './content-inputs.ts';
import { File } from './file.ts';
import { ReusableContent } from './reusable-content.ts';
import { Revision } from './revision.ts';
import { editArgs } from './update-content.ts';

type PayloadName = `${string}Payload`;

const answerOf = (name: PayloadName) =>
  `What \`${name.charAt(0).toLowerCase()}${name.slice(1, -'Payload'.length)}\` answers.`;

/** What is read back of a result, with the right to read content. */
function readable(ctx: Context, { revision, subjects }: EditResult) {
  requireScope(ctx.actor, 'space:content:read');
  return { revision, id: subjects[0] ?? '' };
}

const filePayload = (name: PayloadName, description: string) =>
  builder.objectRef<EditResult>(name).implement({
    description: answerOf(name),
    fields: (t) => ({
      revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
      file: t.field({
        type: File,
        nullable: true,
        description,
        resolve: (result, _args, ctx) => {
          const { revision, id } = readable(ctx, result);
          return getFile(ctx, revision, id);
        },
      }),
    }),
  });

const reusablePayload = (name: PayloadName, description: string) =>
  builder.objectRef<EditResult>(name).implement({
    description: answerOf(name),
    fields: (t) => ({
      revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
      reusableContent: t.field({
        type: ReusableContent,
        nullable: true,
        description,
        resolve: (result, _args, ctx) => {
          const { revision, id } = readable(ctx, result);
          return getReusableContent(ctx, revision, id);
        },
      }),
    }),
  });

const gonePayload = (name: PayloadName, description: string) =>
  builder.objectRef<EditResult>(name).implement({
    description: answerOf(name),
    fields: (t) => ({
      revision: t.expose('revision', { type: Revision, description: 'The new revision.' }),
      deletedId: t.id({ description, resolve: ({ subjects }) => subjects[0] ?? '' }),
    }),
  });

const RenameFileInput = builder.inputType('RenameFileInput', {
  description: 'The new name of a file.',
  fields: (t) => ({ name: t.string({ required: true, description: 'File name.', validate: FileName }) }),
});

const SetVariablesInput = builder.inputType('SetVariablesInput', {
  description: 'The variables of a space, all of them.',
  fields: (t) => ({
    variables: t.field({ type: 'JSON', required: true, description: 'Values by name.', validate: Variables }),
  }),
});

const CreateReusableContentInput = builder.inputType('CreateReusableContentInput', {
  description: 'A new reusable content.',
  fields: (t) => ({
    title: t.string({ required: true, description: 'Title.', validate: PageTitle }),
    ...documentField(t),
  }),
});

const UpdateReusableContentInput = builder.inputType('UpdateReusableContentInput', {
  description: 'Changes of a reusable content; what is omitted stays.',
  fields: (t) => ({ title: t.string({ description: 'Title.', validate: PageTitle }), ...documentField(t) }),
});

const fileArg = builder.args((t) => ({ fileId: t.id({ required: true, description: 'Id of the file.' }) }));
const reusableArg = builder.args((t) => ({
  reusableContentId: t.id({ required: true, description: 'Id of the reusable content.' }),
}));

builder.mutationFields((t) => ({
  uploadFile: t.field({
    type: filePayload('UploadFilePayload', 'The new file.'),
    extensions: { longRunning: true },
    description: 'Adds a file: its bytes, or an address that is fetched.',
    args: { ...editArgs, input: t.arg({ type: ContentFileInput, required: true, description: 'The file.' }) },
    resolve: (_root, { input, ...place }, ctx) => edit(ctx, place, { operation: 'insert_files', files: [input] }),
  }),
  renameFile: t.field({
    type: filePayload('RenameFilePayload', 'The file as it is now.'),
    description: 'Gives a file another name.',
    args: {
      ...editArgs,
      ...fileArg,
      input: t.arg({ type: RenameFileInput, required: true, description: 'Its name.' }),
    },
    resolve: (_root, { fileId: file, input: { name }, ...place }, ctx) =>
      edit(ctx, place, { operation: 'rename_file', file, name }),
  }),
  deleteFile: t.field({
    type: gonePayload('DeleteFilePayload', 'Id of the file that is gone.'),
    description: 'Removes a file.',
    args: { ...editArgs, ...fileArg },
    resolve: (_root, { fileId: file, ...place }, ctx) => edit(ctx, place, { operation: 'delete_file', file }),
  }),
  createReusableContent: t.field({
    type: reusablePayload('CreateReusableContentPayload', 'The new reusable content.'),
    description: 'Adds a reusable content.',
    args: {
      ...editArgs,
      input: t.arg({ type: CreateReusableContentInput, required: true, description: 'The new reusable content.' }),
    },
    resolve: (_root, { input, ...place }, ctx) => edit(ctx, place, { operation: 'insert_reusable_content', ...input }),
  }),
  updateReusableContent: t.field({
    type: reusablePayload('UpdateReusableContentPayload', 'The reusable content as it is now.'),
    description: 'Changes a reusable content.',
    args: {
      ...editArgs,
      ...reusableArg,
      input: t.arg({ type: UpdateReusableContentInput, required: true, description: 'What changes.' }),
    },
    resolve: (_root, { reusableContentId: reusableContent, input, ...place }, ctx) =>
      edit(ctx, place, { operation: 'update_reusable_content', reusableContent, ...input }),
  }),
  deleteReusableContent: t.field({
    type: gonePayload('DeleteReusableContentPayload', 'Id of the reusable content that is gone.'),
    description: 'Removes a reusable content.',
    args: { ...editArgs, ...reusableArg },
    resolve: (_root, { reusableContentId: reusableContent, ...place }, ctx) =>
      edit(ctx, place, { operation: 'delete_reusable_content', reusableContent }),
  }),
}));

const SetVariablesPayload = builder.objectRef<EditResult>('SetVariablesPayload').implement({
  description: 'What `setVariables` answers.',
  fields: (t) => ({
    revision: t.expose('revision', { type: Revision, description: 'The new revision, with its variables.' }),
  }),
});

builder.mutationField('setVariables', (t) =>
  t.field({
    type: SetVariablesPayload,
    description: 'Replaces the variables of a space. Those of a page are changed with the page.',
    args: { ...editArgs, input: t.arg({ type: SetVariablesInput, required: true, description: 'The variables.' }) },
    resolve: (_root, { input: { variables }, ...place }, ctx) =>
      edit(ctx, place, { operation: 'set_variables', variables }),
  }),
);
