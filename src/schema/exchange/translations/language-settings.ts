import { Instructions, Language } from '../../../domain/exchange/translations/fields.ts';
import { TranslationInstructionsInput } from '../../../domain/exchange/translations/inputs.ts';
import {
  languageSettings,
  listLanguageSettings,
  setTranslationInstructions,
  type LanguageSettings,
} from '../../../domain/exchange/translations/language-settings.ts';
import { locationUrl } from '../../../domain/core/urls.ts';
import { builder } from '../../builder.ts';
import { mutation } from '../../mutation.ts';
import { shows } from '../../payload.ts';
import { settingsArgs, TranslationSettings } from './translation-settings.ts';

const TranslationLanguageSettings = builder.objectRef<LanguageSettings>('TranslationLanguageSettings').implement({
  description: 'The settings for one language of translation settings.',
  fields: (t) => ({
    language: t.exposeString('language', { description: 'Code of the language.', extensions: { limits: Language } }),
    instructions: t.exposeString('instructions', {
      description: 'Instructions for translators, which each exported file contains.',
      extensions: { limits: Instructions },
    }),
    apiUrl: t.field({
      type: 'URL',
      description: 'URL in the REST API.',
      resolve: ({ settings: { organizationId, id }, language }, _args, ctx) =>
        locationUrl(ctx.urls, 'orgs', organizationId, 'translations', id, 'languages', language),
    }),
  }),
});

builder.objectFields(TranslationSettings, (t) => ({
  languageSettings: t.field({
    type: [TranslationLanguageSettings],
    description: 'Settings of each language, in the order of the languages.',
    resolve: (settings) => listLanguageSettings(settings),
  }),
  languageSetting: t.field({
    type: TranslationLanguageSettings,
    nullable: true,
    description: 'The settings for one language.',
    args: { language: t.arg.string({ required: true, description: 'Code of the language.' }) },
    resolve: (settings, { language }) => languageSettings(settings, language),
  }),
}));

mutation('setTranslationInstructions', {
  description:
    'Sets the instructions for a language of translation settings. Needs the role `create` in the organization.',
  args: {
    ...settingsArgs,
    ...builder.args((t) => ({ language: t.string({ required: true, description: 'Code of the language.' }) })),
  },
  input: { form: TranslationInstructionsInput, description: 'The settings for the language.' },
  payload: shows('language', TranslationLanguageSettings, 'The settings for the language.'),
  resolve: (ctx, { language, input: { instructions }, ...key }) =>
    setTranslationInstructions(ctx, key, { language, instructions }),
});
