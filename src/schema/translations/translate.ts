import { exportTranslation, type TranslationExport } from '../../domain/translations/export.ts';
import { Language, PageIds, XliffText } from '../../domain/translations/fields.ts';
import { importTranslation, type TranslationImport } from '../../domain/translations/import.ts';
import { markPagesTranslated, updateTranslatedSpace } from '../../domain/translations/pages.ts';
import { deleteTranslatedSpace, createTranslatedSpace } from '../../domain/translations/translated-spaces.ts';
import { builder } from '../builder.ts';
import { deletedPayload, payloadType } from '../payload.ts';
import { PageTranslationState, TranslatedSpace } from './translated-space.ts';
import { settingsArgs } from './translation-settings.ts';

const translatedArgs = {
  ...settingsArgs,
  ...builder.args((t) => ({ translatedSpaceId: t.id({ required: true, description: 'Id of the translation.' }) })),
};

const CreateTranslatedSpaceInput = builder.inputType('CreateTranslatedSpaceInput', {
  description: 'A new translation.',
  fields: (t) => ({
    space: t.id({ required: true, description: 'Id of the space to translate.' }),
    language: t.string({
      required: true,
      description: 'Code of a language of the translation settings.',
      validate: Language,
    }),
  }),
});

builder.mutationField('createTranslatedSpace', (t) =>
  t.field({
    type: payloadType('CreateTranslatedSpacePayload', 'translatedSpace', TranslatedSpace, 'The new translation.'),
    description:
      'Creates a copy of a space to translate into a language. Needs the role `create` in the organization and on the parent of the space.',
    args: {
      ...settingsArgs,
      input: t.arg({ type: CreateTranslatedSpaceInput, required: true, description: 'The new translation.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({
      translatedSpace: await createTranslatedSpace(ctx, key, input),
    }),
  }),
);

builder.mutationField('deleteTranslatedSpace', (t) =>
  t.field({
    type: deletedPayload('DeleteTranslatedSpacePayload', 'Id of the deleted translation.'),
    description:
      'Deletes a translation. Its copy remains as an independent space. Needs the role `create` in the organization.',
    args: { ...translatedArgs },
    resolve: async (_root, key, ctx) => {
      await deleteTranslatedSpace(ctx, key);
      return { deletedId: key.translatedSpaceId };
    },
  }),
);

builder.mutationField('updateTranslatedSpace', (t) =>
  t.field({
    type: payloadType('UpdateTranslatedSpacePayload', 'translatedSpace', TranslatedSpace, 'The translation.'),
    extensions: { longRunning: true },
    description:
      'Updates the pages, the files and the order of the copy from its source. Translated texts are kept. Needs the role `edit` on the copy.',
    args: { ...translatedArgs },
    resolve: async (_root, key, ctx) => ({ translatedSpace: await updateTranslatedSpace(ctx, key) }),
  }),
);

const MarkInput = builder.inputType('MarkPagesTranslatedInput', {
  description: 'Pages of a translation.',
  fields: (t) => ({ pages: t.idList({ required: true, description: 'Ids of the pages.', validate: PageIds }) }),
});

builder.mutationField('markPagesTranslated', (t) =>
  t.field({
    type: payloadType('MarkPagesTranslatedPayload', 'translatedSpace', TranslatedSpace, 'The translation.'),
    description:
      'Marks pages of the copy as translated from the current source, for texts that were translated in the copy itself. Needs the role `edit` on the copy.',
    args: { ...translatedArgs, input: t.arg({ type: MarkInput, required: true, description: 'The pages.' }) },
    resolve: async (_root, { input, ...key }, ctx) => ({
      translatedSpace: await markPagesTranslated(ctx, key, input.pages),
    }),
  }),
);

const ExportInput = builder.inputType('ExportTranslationInput', {
  description: 'The pages to export.',
  fields: (t) => ({
    pages: t.idList({ description: 'Only pages with these ids; all when omitted.', validate: PageIds }),
    states: t.field({
      type: [PageTranslationState],
      description: 'Only pages in these states; those that need a translation when omitted.',
    }),
    after: t.id({ description: '`next` of the previous export, to continue it.' }),
  }),
});

const ExportPayload = builder.objectRef<TranslationExport>('ExportTranslationPayload').implement({
  description: 'The result of `exportTranslation`.',
  fields: (t) => ({
    xliff: t.exposeString('xliff', { description: 'The XLIFF 2.1 document.' }),
    pages: t.exposeInt('pages', { description: 'Number of pages in the document.' }),
    next: t.exposeID('next', {
      nullable: true,
      description: 'Value to pass as `after` for the following pages; null when there are none.',
    }),
  }),
});

builder.mutationField('exportTranslation', (t) =>
  t.field({
    type: ExportPayload,
    extensions: { longRunning: true },
    description:
      'Exports up to 500 pages of the source as XLIFF, with the translations that are already known. Changes nothing.',
    args: { ...translatedArgs, input: t.arg({ type: ExportInput, description: 'The pages to export.' }) },
    resolve: (_root, { input, ...key }, ctx) => exportTranslation(ctx, key, input ?? {}),
  }),
);

const ImportInput = builder.inputType('ImportTranslationInput', {
  description: 'A translated document.',
  fields: (t) => ({
    xliff: t.string({ required: true, description: 'The XLIFF 2.0 or 2.1 document.', validate: XliffText }),
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
    written: t.exposeIDList('written', { description: 'Ids of the pages whose translations were written.' }),
    incomplete: t.exposeIDList('incomplete', {
      description:
        'Ids of pages with a segment without target. They were not written, but their translated segments are stored.',
    }),
    skipped: t.exposeIDList('skipped', {
      description: 'Ids of pages that no longer exist in the source, or were already translated from a later revision.',
    }),
  }),
});

builder.mutationField('importTranslation', (t) =>
  t.field({
    type: ImportPayload,
    extensions: { longRunning: true },
    description:
      'Writes the targets of an XLIFF document into the copy, in one revision. Nothing is written when a target does not fit its source. Needs the role `edit` on the copy.',
    args: { ...translatedArgs, input: t.arg({ type: ImportInput, required: true, description: 'The document.' }) },
    resolve: (_root, { input, ...key }, ctx) => importTranslation(ctx, key, input.xliff),
  }),
);
