import { withInput } from '../../../lib/watched-inputs.ts';
import {
  previewByJob,
  previewKind,
  startPreview,
  type PreviewOutcome,
} from '../../../domain/exchange/imports/preview-job.ts';
import { builder } from '../../builder.ts';
import { Job } from '../../core/jobs/job.ts';
import { jobResultField } from '../../core/jobs/job-result.ts';
import { mutation } from '../../mutation.ts';
import { payloadDescription, shows } from '../../payload.ts';
import { changesField, importArgs, importInput, ImportNote } from './import-content.ts';

const ImportPreviewPage = builder.objectRef<PreviewOutcome['pages'][number]>('ImportPreviewPage').implement({
  description: 'A page that would be imported.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the page.' }),
    path: t.exposeString('path', { description: 'Path of the page, relative to the imported content.' }),
    key: t.exposeString('key', { description: 'Path or URL of the source.' }),
    sizeBytes: t.exposeInt('size', { description: 'Size of the text in UTF-8, in bytes.' }),
    links: t.exposeInt('links', { description: 'Number of links and images in the text.' }),
    brokenLinks: t.exposeInt('brokenLinks', { description: 'Number of links and images that would be broken.' }),
  }),
});

const ImportPreviewFile = builder.objectRef<PreviewOutcome['files'][number]>('ImportPreviewFile').implement({
  description: 'A file that would be imported.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the file.' }),
    key: t.exposeString('key', { description: 'Path or URL of the source.' }),
    contentType: t.exposeString('contentType', { description: 'Media type, derived from the name of the file.' }),
    sizeBytes: t.exposeInt('size', { description: 'Size of the file that would be stored.' }),
  }),
});

const ImportVariant = builder.objectRef<PreviewOutcome['variants'][number]>('ImportVariant').implement({
  description: 'A version of a source in a language, which is imported by itself.',
  fields: (t) => ({
    version: t.exposeString('version', { nullable: true, description: 'Name of the version; null without versions.' }),
    language: t.exposeString('language', {
      nullable: true,
      description: 'Code of the language in the source; null where it names none.',
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'How readers of the source see the version called; null without versions.',
    }),
    pages: t.exposeInt('pages', { description: 'Number of pages of its own.' }),
    isDefault: t.exposeBoolean('isDefault', { description: 'Whether readers of the source see it first.' }),
  }),
});

/** Defines a type for a preview. The payload of the mutation and the result of its job have the same fields. */
const previewType = (name: string, description: string) =>
  builder.objectRef<PreviewOutcome>(name).implement({
    description,
    fields: (t) => ({
      pages: t.field({
        type: [ImportPreviewPage],
        description: 'Pages in reading order, parents before children.',
        resolve: ({ pages }) => pages,
      }),
      files: t.field({
        type: [ImportPreviewFile],
        description: 'Files that would be imported.',
        resolve: ({ files }) => files,
      }),
      importedResources: t.exposeInt('importedResources', {
        description: 'Number of pages and files that would be imported.',
      }),
      totalResources: t.exposeInt('totalResources', { description: 'Number of pages and files found.' }),
      skipped: t.field({
        type: [ImportNote],
        description: 'Sources that would not be imported.',
        resolve: ({ skipped }) => skipped,
      }),
      warnings: t.field({
        type: [ImportNote],
        description: 'Sources that would be imported with changes.',
        resolve: ({ warnings }) => warnings,
      }),
      isPartial: t.exposeBoolean('isPartial', {
        description:
          'Whether the import would leave out most of the pages that are there, so that it needs `allowPartial`.',
      }),
      variants: t.field({
        type: [ImportVariant],
        description:
          'The versions and languages of the source, each of which `version` and `language` import, the first one first; empty for a single one.',
        resolve: ({ variants }) => variants,
      }),
      changes: changesField(t, 'What `update` would change; null for an import that would only add.'),
    }),
  });

const PreviewImportPayload = previewType('PreviewImportPayload', payloadDescription('PreviewImportPayload'));

jobResultField('importPreview', [previewKind], {
  type: previewType('ImportPreview', 'The pages and files that an import would add and skip.'),
  description: 'Result of `startImportPreview`; null for other jobs.',
});

mutation('previewImport', {
  description:
    'Lists what `importContent` would import and skip, without writing anything. Fails for the same reasons as `importContent`.',
  extensions: { longRunning: true },
  args: importArgs,
  input: importInput,
  payload: PreviewImportPayload,
  resolve: (ctx, { input, ...place }) => previewByJob(ctx, withInput(input, place)),
});

mutation('startImportPreview', {
  description: 'Runs `previewImport` in a background job, whose `result.importPreview` has the preview.',
  args: importArgs,
  input: importInput,
  payload: shows('job', Job, 'The background job. Read its progress with `job` or `node`.'),
  resolve: (ctx, { input, ...place }) => startPreview(ctx, withInput(input, place)),
});
