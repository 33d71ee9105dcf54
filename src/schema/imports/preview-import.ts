import { previewImport, type ImportPreview } from '../../domain/imports/import-content.ts';
import type { ImportedFile, ImportedPage } from '../../domain/imports/import-tree.ts';
import { builder } from '../builder.ts';
import { importArgs, ImportNote } from './import-content.ts';

const ImportPreviewPage = builder.objectRef<FoundPage>('ImportPreviewPage').implement({
  description: 'A page that an import would bring.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'Its title.' }),
    path: t.exposeString('path', { description: 'Its path below the place of the import.' }),
    key: t.exposeString('key', { description: 'Its path or address in the source.' }),
    sizeBytes: t.exposeInt('sizeBytes', { description: 'Its text in UTF-8.' }),
    links: t.exposeInt('links', { description: 'Count of its links and images.' }),
    brokenLinks: t.exposeInt('brokenLinks', { description: 'Count of those that would lead nowhere.' }),
  }),
});

const ImportPreviewFile = builder.objectRef<ImportedFile>('ImportPreviewFile').implement({
  description: 'A file that an import would bring.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    key: t.exposeString('key', { description: 'Its path or address in the source.' }),
    contentType: t.exposeString('contentType', { description: 'Its media type, by its name.' }),
    sizeBytes: t.int({ description: 'Its size.', resolve: ({ body }) => body.length }),
  }),
});

const PreviewImportPayload = builder.objectRef<ImportPreview>('PreviewImportPayload').implement({
  description: 'What `previewImport` answers.',
  fields: (t) => ({
    pages: t.field({
      type: [ImportPreviewPage],
      description: 'The pages, parents before children, in reading order.',
      resolve: ({ pages }) => foundPages(pages),
    }),
    files: t.field({ type: [ImportPreviewFile], description: 'The files.', resolve: ({ files }) => [...files] }),
    importedResources: t.exposeInt('importedResources', { description: 'Pages and files that would come.' }),
    totalResources: t.exposeInt('totalResources', { description: 'Pages and files that were found.' }),
    skipped: t.field({
      type: [ImportNote],
      description: 'What was found and would not come.',
      resolve: ({ skipped }) => [...skipped],
    }),
    warnings: t.field({
      type: [ImportNote],
      description: 'What would come otherwise than its author meant.',
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
      'Reads all that `importContent` would bring, says what it is and what would be lost, and writes nothing.',
    args: { ...importArgs },
    resolve: (_root, { input, ...place }, ctx) => previewImport(ctx, { ...place, ...input }),
  }),
);
