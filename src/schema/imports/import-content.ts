import { importSources, ImportUrl } from '../../domain/imports/fields.ts';
import { importContent, type ImportResult } from '../../domain/imports/import-content.ts';
import type { ImportNote as NoteModel } from '../../domain/imports/import-tree.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { contractEnum } from '../enums.ts';
import { Revision } from '../content/revision.ts';

const ImportSourceEnum = contractEnum('ImportSource', 'What is to be imported.', importSources);

const ImportContentInput = builder.inputType('ImportContentInput', {
  description: 'What to import.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Where it is: an http or https URL.', validate: ImportUrl }),
    source: t.field({ type: ImportSourceEnum, required: true, description: 'What is there.' }),
  }),
});

const ImportNote = builder.objectRef<NoteModel>('ImportNote').implement({
  description: 'Something of an import, and a sentence about it.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its path or address in the source.' }),
    reason: t.exposeString('reason', { description: 'What became of it.' }),
  }),
});

const ImportContentPayload = builder.objectRef<ImportResult>('ImportContentPayload').implement({
  description: 'What `importContent` answers.',
  fields: (t) => ({
    revision: t.expose('revision', { type: Revision, description: 'The revision that holds it.' }),
    importedResources: t.exposeInt('importedResources', { description: 'Pages and files that came.' }),
    totalResources: t.exposeInt('totalResources', { description: 'Pages and files that were found.' }),
    skipped: t.field({
      type: [ImportNote],
      description: 'What was found and did not come.',
      resolve: (result) => [...result.skipped],
    }),
    warnings: t.field({
      type: [ImportNote],
      description: 'What came otherwise than its author meant.',
      resolve: (result) => [...result.warnings],
    }),
    location: t.string({
      description: 'URL of the content in the REST API.',
      resolve: ({ revision }, _args, ctx) => locationUrl(ctx.urls, 'spaces', revision.spaceId, 'content'),
    }),
  }),
});

builder.mutationField('importContent', (t) =>
  t.field({
    type: ImportContentPayload,
    extensions: { longRunning: true },
    description: 'Adds pages and files from elsewhere after the pages of a space, in one revision: all or nothing.',
    args: {
      spaceId: t.arg.id({ required: true, description: 'Space to import into.' }),
      input: t.arg({ type: ImportContentInput, required: true, description: 'What to import.' }),
    },
    resolve: (_root, { spaceId, input }, ctx) => importContent(ctx, { spaceId, url: input.url, source: input.source }),
  }),
);
