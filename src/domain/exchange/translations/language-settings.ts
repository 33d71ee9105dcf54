import { notFound } from '../../../lib/errors.ts';
import type { Context } from '../../core/context.ts';
import { transact } from '../../core/transact.ts';
import {
  getTranslationSettings,
  lockSettings,
  updateTranslationSettings,
  type TranslationSettings,
  type TranslationSettingsKey,
} from './translations.ts';

/** Settings of one language. */
export interface LanguageSettings {
  readonly settings: TranslationSettings;
  readonly language: string;
  /** Empty when there are none. */
  readonly instructions: string;
}

/** Lists the settings of all languages, in their order. */
export const listLanguageSettings = (settings: TranslationSettings): LanguageSettings[] =>
  settings.languages.map((language) => ({
    settings,
    language,
    instructions: readInstructions(settings)[language] ?? '',
  }));

const readInstructions = ({ instructions }: TranslationSettings) => instructions as Readonly<Record<string, string>>;

/** Gets the settings of a language. Throws not_found for a language that is not configured. */
export function languageSettings(settings: TranslationSettings, language: string): LanguageSettings {
  const found = listLanguageSettings(settings).find((one) => one.language === language);
  if (!found) throw notFound('language', language);
  return found;
}

/**
 * Sets the instructions for a language. Requires the role `create`. Throws not_found, forbidden, precondition_failed.
 */
export function setTranslationInstructions(
  outer: Context,
  key: TranslationSettingsKey,
  { language, instructions }: { readonly language: string; readonly instructions: string },
): Promise<LanguageSettings> {
  return transact(outer, async (ctx) => {
    await lockSettings(ctx, key, null);
    const settings = await getTranslationSettings(ctx, key);
    languageSettings(settings, language);
    const known = Object.entries(readInstructions(settings)).filter(([code]) => settings.languages.includes(code));
    const values = { instructions: { ...Object.fromEntries(known), [language]: instructions } };
    return languageSettings(await updateTranslationSettings(ctx, key, { values }), language);
  });
}
