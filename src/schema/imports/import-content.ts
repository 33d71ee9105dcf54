import { importSources, ImportUrl } from '../../domain/imports/fields.ts';
import { importByJob, startImport, type ImportOutcome } from '../../domain/imports/import-job.ts';
import type { ImportNote as NoteModel } from '../../domain/imports/import-tree.ts';
import { locationUrl, placePath } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { Job } from '../jobs/job.ts';
import { payloadType } from '../payload.ts';
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

export const ImportNote = builder.objectRef<NoteModel>('ImportNote').implement({
  description: 'Something of an import, and a sentence about it.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Its path or address in the source.' }),
    reason: t.exposeString('reason', { description: 'What became of it.' }),
  }),
});

const ImportContentPayload = builder.objectRef<ImportOutcome>('ImportContentPayload').implement({
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
      resolve: ({ place }, _args, ctx) => locationUrl(ctx.urls, ...placePath(place), 'content'),
    }),
  }),
});

export const importArgs = builder.args((t) => ({
  spaceId: t.id({ required: true, description: 'Space to import into.' }),
  changeRequestId: t.id({ description: 'Change request of the space, by id or number, to import into instead.' }),
  input: t.field({ type: ImportContentInput, required: true, description: 'What to import.' }),
}));

builder.mutationField('importContent', (t) =>
  t.field({
    type: ImportContentPayload,
    extensions: { longRunning: true },
    description:
      'Adds pages and files from elsewhere after the pages of a space or change request, in one revision: all or nothing.',
    args: { ...importArgs },
    resolve: (_root, { input, ...place }, ctx) => importByJob(ctx, { ...place, ...input }),
  }),
);

builder.mutationField('startImport', (t) =>
  t.field({
    type: payloadType('StartImportPayload', 'job', Job, 'The job: follow its progress by `job` or `node`.'),
    description:
      'Begins in the background what `importContent` does. Ends with what that would answer, or nothing came.',
    args: { ...importArgs },
    resolve: async (_root, { input, ...place }, ctx) => ({ job: await startImport(ctx, { ...place, ...input }) }),
  }),
);
