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
    language: t.string({ required: true, description: 'Code of a language of the settings.', validate: Language }),
  }),
});

builder.mutationField('createTranslatedSpace', (t) =>
  t.field({
    type: payloadType('CreateTranslatedSpacePayload', 'translatedSpace', TranslatedSpace, 'The new translation.'),
    description:
      'Copies a space for a language. Needs the role `create` in the organization, and on the parent of the space.',
    args: {
      ...settingsArgs,
      input: t.arg({ type: CreateTranslatedSpaceInput, required: true, description: 'What is translated.' }),
    },
    resolve: async (_root, { input, ...key }, ctx) => ({
      translatedSpace: await createTranslatedSpace(ctx, key, input),
    }),
  }),
);

builder.mutationField('deleteTranslatedSpace', (t) =>
  t.field({
    type: deletedPayload('DeleteTranslatedSpacePayload', 'Id of the translation that ended.'),
    description: 'Ends a translation; the copy becomes an independent space. Needs the role `create`.',
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
      'Gives the copy the pages, the files and the order that its source has now; translated texts stay. Needs `edit` on the copy.',
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
      'Marks pages of the copy as translations of the current source, for texts that were translated in the copy itself. Needs `edit` on the copy.',
    args: { ...translatedArgs, input: t.arg({ type: MarkInput, required: true, description: 'The pages.' }) },
    resolve: async (_root, { input, ...key }, ctx) => ({
      translatedSpace: await markPagesTranslated(ctx, key, input.pages),
    }),
  }),
);

const ExportInput = builder.inputType('ExportTranslationInput', {
  description: 'What is exported.',
  fields: (t) => ({
    pages: t.idList({ description: 'Ids of pages; all when omitted.', validate: PageIds }),
    states: t.field({
      type: [PageTranslationState],
      description: 'States of pages; those that need a translation when omitted.',
    }),
    after: t.id({ description: '`next` of the export before.' }),
  }),
});

const ExportPayload = builder.objectRef<TranslationExport>('ExportTranslationPayload').implement({
  description: 'Result of `exportTranslation`.',
  fields: (t) => ({
    xliff: t.exposeString('xliff', { description: 'The document, XLIFF 2.1.' }),
    pages: t.exposeInt('pages', { description: 'Number of pages in it.' }),
    next: t.exposeID('next', {
      nullable: true,
      description: 'Where the next export continues; null when this one is the last.',
    }),
  }),
});

builder.mutationField('exportTranslation', (t) =>
  t.field({
    type: ExportPayload,
    extensions: { longRunning: true },
    description:
      'Exports pages of the source as XLIFF, with the translations that are known already. Changes nothing. At most 500 pages at once.',
    args: { ...translatedArgs, input: t.arg({ type: ExportInput, description: 'What is exported.' }) },
    resolve: (_root, { input, ...key }, ctx) => exportTranslation(ctx, key, input ?? {}),
  }),
);

const ImportInput = builder.inputType('ImportTranslationInput', {
  description: 'A translated document.',
  fields: (t) => ({
    xliff: t.string({ required: true, description: 'The document, XLIFF 2.0 or 2.1.', validate: XliffText }),
  }),
});

const ImportPayload = builder.objectRef<TranslationImport>('ImportTranslationPayload').implement({
  description: 'Result of `importTranslation`.',
  fields: (t) => ({
    translatedSpace: t.field({
      type: TranslatedSpace,
      description: 'The translation.',
      resolve: ({ translated }) => translated,
    }),
    written: t.exposeIDList('written', { description: 'Ids of the pages whose translations were written.' }),
    incomplete: t.exposeIDList('incomplete', {
      description: 'Ids of pages with a segment without target. They stay; their translated segments are remembered.',
    }),
    skipped: t.exposeIDList('skipped', {
      description: 'Ids of pages that the source has no more, or that were translated from a later revision.',
    }),
  }),
});

builder.mutationField('importTranslation', (t) =>
  t.field({
    type: ImportPayload,
    extensions: { longRunning: true },
    description:
      'Writes the targets of an XLIFF document into the copy, in one revision. Nothing is written when a target does not fit. Needs `edit` on the copy.',
    args: { ...translatedArgs, input: t.arg({ type: ImportInput, required: true, description: 'The document.' }) },
    resolve: (_root, { input, ...key }, ctx) => importTranslation(ctx, key, input.xliff),
  }),
);
