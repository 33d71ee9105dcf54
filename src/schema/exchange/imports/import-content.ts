import { withInput } from '../../../lib/watched-inputs.ts';
import {
  importByJob,
  importKind,
  startImport,
  type ImportOutcome,
  type StoredImportResult as ResultModel,
} from '../../../domain/exchange/imports/import-job.ts';
import type { ImportNote as NoteModel } from '../../../text/imports/import-tree.ts';
import type { ImportChanges as ChangesModel } from '../../../domain/exchange/imports/commit/update-entries.ts';
import { ImportContentInput } from '../../../domain/exchange/imports/inputs.ts';
import { locationUrl, placePath } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { Job } from '../../core/jobs/job.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { shows } from '../../payload.ts';
import { Revision } from '../../authoring/content/revision.ts';
import { mutation } from '../../mutation.ts';

export const ImportNote = builder.objectRef<NoteModel>('ImportNote').implement({
  description: 'A source file or page that an import skipped or changed.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Path or URL of the source.' }),
    reason: t.exposeString('reason', { description: 'Why the source was skipped or changed.' }),
  }),
});

/** The report of an import, in the response of the request that waits for it and in the result of its job. */
type Imported = Pick<ResultModel, 'importedResources' | 'totalResources' | 'skipped' | 'warnings'>;

/** Returns the fields of a type that reports what was imported, skipped and changed. */
export const importedFields = <Of extends Imported>(
  t: PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], Of>,
) => ({
  importedResources: t.int({
    description: 'Number of imported pages and files.',
    resolve: (result) => result.importedResources,
  }),
  totalResources: t.int({
    description: 'Number of pages and files found.',
    resolve: (result) => result.totalResources,
  }),
  skipped: t.field({
    type: [ImportNote],
    description: 'Sources that were not imported.',
    resolve: (result) => [...result.skipped],
  }),
  warnings: t.field({
    type: [ImportNote],
    description: 'Sources that were imported with changes.',
    resolve: (result) => [...result.warnings],
  }),
});

const ImportChanges = builder.objectRef<ChangesModel>('ImportChanges').implement({
  description: 'What an import changed in the content that an earlier import of the same source had made.',
  fields: (t) => ({
    added: t.exposeInt('added', { description: 'Number of new pages, files and reusable contents.' }),
    updated: t.exposeInt('updated', { description: 'Number of those whose text, title, place or attributes changed.' }),
    removed: t.exposeInt('removed', { description: 'Number of those that have gone from the source.' }),
    unchanged: t.exposeInt('unchanged', { description: 'Number of those that stay as they were.' }),
  }),
});

/** What an update changed, where its result is shown. */
export const changesField = <Of extends Pick<ResultModel, 'changes'>>(
  t: PothosSchemaTypes.ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], Of>,
  description = 'What `update` changed; null for an import that only adds.',
) =>
  t.field({
    type: ImportChanges,
    nullable: true,
    description,
    resolve: (result) => result.changes,
  });

const ImportContentPayload = builder.objectRef<ImportOutcome>('ImportContentPayload').implement({
  description: 'Result of `importContent`.',
  fields: (t) => ({
    revisionId: t.id({
      description: 'Id of the revision that the import created.',
      resolve: ({ revision }) => revision.id,
    }),
    revision: t.expose('revision', { type: Revision, description: 'The revision that the import created.' }),
    ...importedFields(t),
    changes: changesField(t),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL of the content in the REST API.',
      resolve: ({ place }, _args, ctx) => locationUrl(ctx.urls, ...placePath(place), 'content'),
    }),
  }),
});

const ImportResult = builder.objectRef<ResultModel>('ImportResult').implement({
  description: 'Result of a job that imported content.',
  fields: (t) => ({
    revisionId: t.exposeID('revision', { description: 'Id of the revision that the import created.' }),
    ...importedFields(t),
    changes: changesField(t),
  }),
});

jobResultField('import', [importKind], {
  type: ImportResult,
  description: 'Result of `startImport`; null for other jobs.',
});

export const importArgs = builder.args((t) => ({
  spaceId: t.id({ required: true, description: 'Id of the space to import into.' }),
  changeRequestId: t.id({
    description: 'Id or number of a change request to import into. Defaults to the main content of the space.',
  }),
}));

export const importInput = { form: ImportContentInput, description: 'Content to import.' } as const;

mutation('importContent', {
  description:
    'Imports pages and files from a URL, and appends them to the pages of a space or change request in one revision. With `update` it updates those of an earlier import instead. Imports nothing when the URL cannot be fetched or its content is invalid.',
  extensions: { longRunning: true },
  args: importArgs,
  input: importInput,
  payload: ImportContentPayload,
  resolve: (ctx, { input, ...place }) => importByJob(ctx, withInput(input, place)),
});

mutation('startImport', {
  description: 'Runs `importContent` in a background job, whose `result.import` has the result.',
  args: importArgs,
  input: importInput,
  payload: shows('job', Job, 'The background job. Read its progress with `job` or `node`.'),
  resolve: (ctx, { input, ...place }) => startImport(ctx, withInput(input, place)),
});
