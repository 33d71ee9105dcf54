import * as z from 'zod';
import { Id, inputForm, namedInGraph, omittable } from '../../../lib/form-types.ts';
import {
  GlossaryOperationType,
  Instructions,
  Language,
  PageIds,
  PageTranslationState,
  Terms,
  TranslationTitle,
  XliffText,
  maxGlossaryOperations,
} from './fields.ts';

const GlossaryOperationInput = inputForm(
  'GlossaryOperation',
  'An operation on a glossary. `type` determines which other fields are allowed.',
  {
    type: GlossaryOperationType.describe('The operation.'),
    id: Id.apply(omittable).describe('Id of the entry to update or delete.'),
    translations: Terms.apply(omittable).describe('The term in each language, by language code.'),
  },
);

export const UpdateGlossaryInput = inputForm('UpdateGlossary', 'Operations on a glossary.', {
  operations: z
    .array(GlossaryOperationInput)
    .min(1)
    .max(maxGlossaryOperations)
    .describe('The operations, in the order in which they are applied.'),
});

export const TranslationInstructionsInput = inputForm('TranslationInstructions', 'The settings for a language.', {
  instructions: Instructions.describe('Instructions for translators; an empty text removes them.'),
});

export const CreateTranslatedSpaceInput = inputForm('CreateTranslatedSpace', 'A new translation.', {
  space: Id.describe('Id of the space to translate.'),
  language: Language.describe('Code of a language of the translation settings.'),
});

export const MarkPagesTranslatedInput = inputForm('MarkPagesTranslated', 'Pages of a translation.', {
  pages: PageIds.describe('Ids of pages whose translation is up to date.'),
});

export const ExportTranslationInput = inputForm('ExportTranslation', 'The pages to export.', {
  pages: PageIds.apply(omittable).describe('Only pages with these ids; all when omitted.'),
  states: z
    .array(PageTranslationState)
    .apply(omittable)
    .describe('Only pages in these states; those that need a translation when omitted.'),
  after: namedInGraph('afterPageId', Id)
    .apply(omittable)
    .describe('The last page of the previous export, to continue it.'),
});

export const ImportTranslationInput = inputForm('ImportTranslation', 'A translated document.', {
  xliff: XliffText.describe('The XLIFF 2.0 or 2.1 document.'),
});

export const TranslationSettingsInput = inputForm('TranslationSettings', 'Fields of translation settings.', {
  title: TranslationTitle.describe('Name that tells them from others of the organization.'),
});
