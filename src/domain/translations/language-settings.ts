import { notFound } from '../../lib/errors.ts';
import type { Context } from '../context.ts';
import { transact } from '../transact.ts';
import {
  getTranslationSettings,
  lockSettings,
  updateTranslationSettings,
  type TranslationSettings,
  type TranslationSettingsKey,
} from './translations.ts';

/** What is set for one of the languages of translation settings. */
export interface LanguageSettings {
  readonly settings: TranslationSettings;
  readonly language: string;
  /** Empty without instructions. */
  readonly instructions: string;
}

/** The languages of translation settings, in their order. */
export const languageSettingsOf = (settings: TranslationSettings): LanguageSettings[] =>
  settings.languages.map((language) => ({
    settings,
    language,
    instructions: instructionsOf(settings)[language] ?? '',
  }));

const instructionsOf = ({ instructions }: TranslationSettings) => instructions as Readonly<Record<string, string>>;

/** What is set for a language. Throws not_found for a language that the settings do not have. */
export function languageSettings(settings: TranslationSettings, language: string): LanguageSettings {
  const found = languageSettingsOf(settings).find((one) => one.language === language);
  if (!found) throw notFound('language', language);
  return found;
}

/** Sets the instructions for a language. Needs the role `create`. Throws not_found, forbidden, precondition_failed. */
export function setTranslationInstructions(
  outer: Context,
  key: TranslationSettingsKey,
  { language, instructions }: { readonly language: string; readonly instructions: string },
): Promise<LanguageSettings> {
  return transact(outer, async (ctx) => {
    await lockSettings(ctx, key, null);
    const settings = await getTranslationSettings(ctx, key);
    languageSettings(settings, language);
    const known = Object.entries(instructionsOf(settings)).filter(([code]) => settings.languages.includes(code));
    const values = { instructions: { ...Object.fromEntries(known), [language]: instructions } };
    return languageSettings(await updateTranslationSettings(ctx, key, { values }), language);
  });
}
