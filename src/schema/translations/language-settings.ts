import { Instructions, Language } from '../../domain/translations/fields.ts';
import {
  languageSettings,
  listLanguageSettings,
  setTranslationInstructions,
  type LanguageSettings,
} from '../../domain/translations/language-settings.ts';
import { locationUrl } from '../../domain/urls.ts';
import { builder } from '../builder.ts';
import { payloadType } from '../payload.ts';
import { settingsArgs, TranslationSettings } from './translation-settings.ts';

const TranslationLanguageSettings = builder.objectRef<LanguageSettings>('TranslationLanguageSettings').implement({
  description: 'What is set for one language of translation settings.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Code of the language.', extensions: { limits: Language } }),
    instructions: t.exposeString('instructions', {
      description: 'What translators should know; they see it in each exported file.',
      extensions: { limits: Instructions },
    }),
    location: t.string({
      description: 'URL in the REST API.',
      resolve: ({ settings: { organizationId, id }, language }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'translations', id, 'languages', language),
    }),
  }),
});

builder.objectFields(TranslationSettings, (t) => ({
  languageSettings: t.field({
    type: [TranslationLanguageSettings],
    description: 'What is set for each language, in the order of the languages.',
    resolve: (settings) => listLanguageSettings(settings),
  }),
  languageSetting: t.field({
    type: TranslationLanguageSettings,
    nullable: true,
    description: 'What is set for one language.',
    args: { language: t.arg.string({ required: true, description: 'Code of the language.' }) },
    resolve: (settings, { language }) => languageSettings(settings, language),
  }),
}));

const InstructionsInput = builder.inputType('TranslationInstructionsInput', {
  description: 'What is set for a language.',
  fields: (t) => ({
    instructions: t.string({
      required: true,
      description: 'What translators should know; empty for nothing.',
      validate: Instructions,
    }),
  }),
});

builder.mutationField('setTranslationInstructions', (t) =>
  t.field({
    type: payloadType(
      'SetTranslationInstructionsPayload',
      'language',
      TranslationLanguageSettings,
      'What is set for the language.',
    ),
    description: 'Sets the instructions for a language of translation settings. Needs the role `create`.',
    args: {
      ...settingsArgs,
      language: t.arg.string({ required: true, description: 'Code of the language.' }),
      input: t.arg({ type: InstructionsInput, required: true, description: 'What is set.' }),
    },
    resolve: async (_root, { language, input: { instructions }, ...key }, ctx) => ({
      language: await setTranslationInstructions(ctx, key, { language, instructions }),
    }),
  }),
);
