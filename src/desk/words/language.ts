/** The languages of the desk, which are those of published sites, each by its own name. */
export const languages = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ja: '日本語',
  nl: 'Nederlands',
  no: 'Norsk',
  pt: 'Português',
  ru: 'Русский',
  zh: '中文',
} as const;

export type Language = keyof typeof languages;

/** Norwegian has a code for each of its written forms. */
const others: Readonly<Record<string, Language>> = { nb: 'no', nn: 'no' };

/** Where the language that somebody has chosen is kept in the browser. */
const key = 'octavo:language';

/** The language of a locale, such as `pt-BR`; undefined where the desk has none. */
export function languageOf(locale: string): Language | undefined {
  const [code = ''] = locale.toLowerCase().split('-', 1);
  return Object.hasOwn(languages, code) ? (code as Language) : others[code];
}

/** The language that was chosen in this browser, else the first that the browser prefers and the desk has. */
export const preferredLanguage = (): Language =>
  [localStorage.getItem(key) ?? '', ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';

export const keepLanguage = (wanted: string): void => localStorage.setItem(key, wanted);
