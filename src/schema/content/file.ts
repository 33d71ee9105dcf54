import { downloadUrl, type File as FileModel } from '../../domain/content/files.ts';
import { builder } from '../builder.ts';
import { Connection } from '../connection.ts';

const FileDimensions = builder
  .objectRef<{ readonly width: number; readonly height: number }>('FileDimensions')
  .implement({
    description: 'The size of an image in pixels.',
    fields: (t) => ({
      width: t.exposeInt('width', { description: 'From left to right.' }),
      height: t.exposeInt('height', { description: 'From top to bottom.' }),
    }),
  });

export const File = builder.objectRef<FileModel>('File').implement({
  description: 'A file of the content, such as an image. Its id is its own in the space.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the file in its space.' }),
    name: t.exposeString('name', { description: 'File name.' }),
    contentType: t.exposeString('contentType', { description: 'Media type.' }),
    size: t.int({ description: 'Bytes.', resolve: (file) => file.sizeBytes }),
    downloadURL: t.string({
      description: 'Fetches the bytes without a token; works for half an hour at least.',
      resolve: (file, _args, ctx) => downloadUrl(ctx, file),
    }),
    dimensions: t.field({
      type: FileDimensions,
      nullable: true,
      description: 'The size in pixels, of images.',
      resolve: ({ width, height }) => (width === null || height === null ? null : { width, height }),
    }),
  }),
});

export const FileConnection = builder.connectionObject(
  { type: File, name: 'FileConnection', interfaces: [Connection], description: 'A page of files.' },
  { name: 'FileEdge', description: 'A file in a list.' },
);
