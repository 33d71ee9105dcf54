import { exportTranslation, type TranslationExport } from '../../../domain/exchange/translations/export.ts';
import {
  importTranslation,
  type RefusedPage as RefusedPageModel,
  type TranslationImport,
} from '../../../domain/exchange/translations/import.ts';
import {
  CreateTranslatedSpaceInput,
  ExportTranslationInput,
  ImportTranslationInput,
  MarkPagesTranslatedInput,
} from '../../../domain/exchange/translations/inputs.ts';
import { markPagesTranslated, updateTranslatedSpace } from '../../../domain/exchange/translations/pages.ts';
import {
  deleteTranslatedSpace,
  createTranslatedSpace,
} from '../../../domain/exchange/translations/translated-spaces.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows, showsDeleted } from '../../payload.ts';
import { TranslatedSpace } from './translated-space.ts';
import { settingsArgs, inTranslation } from './translation-settings.ts';

const translatedArgs = {
  ...settingsArgs,
  ...builder.args((t) => ({ translatedSpaceId: t.id({ required: true, description: 'Id of the translation.' }) })),
};

mutation('createTranslatedSpace', {
  description:
    'Creates a copy of a space to translate into a language. Needs the role `create` in the organization and on the parent of the space.',
  args: settingsArgs,
  input: { form: CreateTranslatedSpaceInput, description: 'The new translation.' },
  payload: shows('translatedSpace', TranslatedSpace, 'The new translation.'),
  resolve: (ctx, { input, ...key }) => createTranslatedSpace(ctx, key, input),
});

mutation('deleteTranslatedSpace', {
  description:
    'Deletes a translation. Its copy remains as an independent space. Needs the role `create` in the organization.',
  args: translatedArgs,
  payload: showsDeleted('Id of the deleted translation.', inTranslation),
  resolve: async (ctx, key) => {
    await deleteTranslatedSpace(ctx, key);
    return { ...key, deletedId: key.translatedSpaceId };
  },
});

mutation('updateTranslatedSpace', {
  description:
    'Updates the pages, the files and the order of the copy from its source. Translated texts are kept. Needs the role `edit` on the copy.',
  extensions: { longRunning: true },
  args: translatedArgs,
  payload: shows('translatedSpace', TranslatedSpace, 'The translation.'),
  resolve: (ctx, key) => updateTranslatedSpace(ctx, key),
});

mutation('markPagesTranslated', {
  description:
    'Marks pages of the copy as translated from the current source, for texts that were translated in the copy itself. Needs the role `edit` on the copy.',
  args: translatedArgs,
  input: { form: MarkPagesTranslatedInput, description: 'The pages.' },
  payload: shows('translatedSpace', TranslatedSpace, 'The translation.'),
  resolve: (ctx, { input, ...key }) => markPagesTranslated(ctx, key, input.pages),
});

const ExportPayload = builder.objectRef<TranslationExport>('ExportTranslationPayload').implement({
  description: 'The result of `exportTranslation`.',
  fields: (t) => ({
    xliff: t.exposeString('xliff', { description: 'The XLIFF 2.1 document.' }),
    pageCount: t.exposeInt('pages', { description: 'Number of pages in the document.' }),
    afterPageId: t.exposeID('next', {
      nullable: true,
      description: 'Id of the last page in the document, to continue after it; null when no page follows.',
    }),
  }),
});

mutation('exportTranslation', {
  description:
    'Exports up to 500 pages of the source as XLIFF, with the translations that are already known. Changes nothing.',
  extensions: { longRunning: true },
  args: translatedArgs,
  input: { form: ExportTranslationInput, description: 'The pages to export.', isOptional: true },
  payload: ExportPayload,
  resolve: (ctx, { input, ...key }) => exportTranslation(ctx, key, input ?? {}),
});

const RefusedPage = builder.objectRef<RefusedPageModel>('RefusedTranslation').implement({
  description: 'A page whose part of an XLIFF document does not fit.',
  fields: (t) => ({
    pageId: t.exposeID('pageId', { description: 'Id of the page, as the document names it.' }),
    problem: t.exposeString('problem', { description: 'What does not fit, with the unit.' }),
  }),
});

const ImportPayload = builder.objectRef<TranslationImport>('ImportTranslationPayload').implement({
  description: 'The result of `importTranslation`.',
  fields: (t) => ({
    translatedSpace: t.field({
      type: TranslatedSpace,
      description: 'The translation.',
      resolve: ({ translated }) => translated,
    }),
    writtenPageIds: t.exposeIDList('written', { description: 'Ids of the pages whose translations were written.' }),
    incompletePageIds: t.exposeIDList('incomplete', {
      description:
        'Ids of pages with a segment without target. They were not written, but their translated segments are stored.',
    }),
    skippedPageIds: t.exposeIDList('skipped', {
      description: 'Ids of pages that no longer exist in the source, or were already translated from a later revision.',
    }),
    refused: t.expose('refused', {
      type: [RefusedPage],
      description: 'The pages that do not fit their source, with what does not. They were not written.',
    }),
  }),
});

mutation('importTranslation', {
  description:
    'Writes the targets of an XLIFF document into the copy, in one revision. A page with a target that does not fit its source is not written, and named in `refused`. Needs the role `edit` on the copy.',
  extensions: { longRunning: true },
  args: translatedArgs,
  input: { form: ImportTranslationInput, description: 'The document.' },
  payload: ImportPayload,
  resolve: (ctx, { input, ...key }) => importTranslation(ctx, key, input.xliff),
});
