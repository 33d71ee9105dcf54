import { previewImport, type ImportPreview } from '../../domain/imports/import-content.ts';
import type { ImportedFile, ImportedPage } from '../../domain/imports/import-tree.ts';
import { builder } from '../builder.ts';
import { importArgs, ImportNote } from './import-content.ts';

const ImportPreviewPage = builder.objectRef<FoundPage>('ImportPreviewPage').implement({
  description: 'A page that would be imported.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Title of the page.' }),
    path: t.exposeString('path', { description: 'Path of the page, relative to the imported content.' }),
    key: t.exposeString('key', { description: 'Path or URL of the source.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Size of its text in UTF-8, in bytes.' }),
    links: t.exposeInt('links', { description: 'Number of its links and images.' }),
    brokenLinks: t.exposeInt('brokenLinks', { description: 'Number of its links and images that would be broken.' }),
  }),
});

const ImportPreviewFile = builder.objectRef<ImportedFile>('ImportPreviewFile').implement({
  description: 'A file that would be imported.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the file.' }),
    key: t.exposeString('key', { description: 'Path or URL of the source.' }),
    contentType: t.exposeString('contentType', { description: 'Media type, derived from its name.' }),
    sizeBytes: t.int({ description: 'Size in bytes.', resolve: ({ body }) => body.length }),
  }),
});

const PreviewImportPayload = builder.objectRef<ImportPreview>('PreviewImportPayload').implement({
  description: 'Result of `previewImport`.',
  fields: (t) => ({
    pages: t.field({
      type: [ImportPreviewPage],
      description: 'Pages in reading order, parents before children.',
      resolve: ({ pages }) => foundPages(pages),
    }),
    files: t.field({
      type: [ImportPreviewFile],
      description: 'Files that would be imported.',
      resolve: ({ files }) => [...files],
    }),
    importedResources: t.exposeInt('importedResources', {
      description: 'Number of pages and files that would be imported.',
    }),
    totalResources: t.exposeInt('totalResources', { description: 'Number of pages and files found.' }),
    skipped: t.field({
      type: [ImportNote],
      description: 'Sources that would not be imported.',
      resolve: ({ skipped }) => [...skipped],
    }),
    warnings: t.field({
      type: [ImportNote],
      description: 'Sources that would be imported, but not as written.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
});

interface FoundPage {
  readonly title: string;
  readonly path: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly links: number;
  readonly brokenLinks: number;
}

function foundPages(pages: readonly ImportedPage[], above = ''): FoundPage[] {
  return pages.flatMap(({ title, key, slug, markdown, links, children }) => [
    {
      title,
      key,
      path: `${above}${slug}`,
      sizeBytes: Buffer.byteLength(markdown),
      links: links.length,
      brokenLinks: links.filter(({ target }) => target.kind === 'broken').length,
    },
    ...foundPages(children, `${above}${slug}/`),
  ]);
}

builder.mutationField('previewImport', (t) =>
  t.field({
    type: PreviewImportPayload,
    extensions: { longRunning: true },
    description:
      'Lists what `importContent` would import and skip, without writing anything. Fails for the same reasons as `importContent`.',
    args: { ...importArgs },
    resolve: (_root, { input, ...place }, ctx) => previewImport(ctx, { ...place, ...input }),
  }),
);
