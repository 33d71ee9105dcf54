import * as z from 'zod';
import { downloadUrl, getFile, type File as FileModel } from '../../../domain/authoring/content/files.ts';
import { getInState, idInState } from '../../../domain/authoring/content/state-ids.ts';
import { builder } from '../../builder.ts';
import { connectionOf } from '../../connection.ts';

const FileDimensions = builder
  .objectRef<{ readonly width: number; readonly height: number }>('FileDimensions')
  .implement({
    description: 'Dimensions of an image, in pixels.',
    fields: (t) => ({
      width: t.exposeInt('width', { description: 'Width in pixels.' }),
      height: t.exposeInt('height', { description: 'Height in pixels.' }),
    }),
  });

export const File = builder.objectRef<FileModel>('File');

builder.node(File, {
  description: 'A file, such as an image, in one state of the content. `id` differs in each state; `fileId` does not.',
  id: { description: 'Id of the file in this state of the content.', resolve: idInState },
  loadOne: (id, ctx) => getInState(ctx, id, getFile),
  fields: (t) => ({
    fileId: t.exposeID('id', { description: 'Id of the file, unique in its space and the same in every state.' }),
    name: t.exposeString('name', { description: 'File name.' }),
    contentType: t.exposeString('contentType', { description: 'Media type.' }),
    size: t.int({ description: 'Size in bytes.', resolve: (file) => file.sizeBytes }),
    downloadUrl: t.field({
      type: 'URL',
      extensions: { limits: z.url() },
      description: 'URL that downloads the file without a token, valid for at least 30 minutes.',
      resolve: (file, _args, ctx) => downloadUrl(ctx, file),
    }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'Dimensions in pixels; null for files that are not images.',
      resolve: ({ width, height }) => (width === null || height === null ? null : { width, height }),
    }),
  }),
});

export const FileConnection = connectionOf(File, 'File', 'a file', 'files');
