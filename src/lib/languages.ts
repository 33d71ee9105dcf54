import * as z from 'zod';

/** Codes of the languages in which content can be written and into which it can be translated. */
export const languageCodes: readonly string[] = (
  'en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da ' +
  'fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl'
).split(' ');

/** Code of a language. */
export const LanguageCode = z
  .string()
  .refine((code) => languageCodes.includes(code), { error: `must be one of ${languageCodes.join(', ')}` });
