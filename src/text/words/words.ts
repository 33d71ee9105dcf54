import chinese from './zh.json' with { type: 'json' };
import dutch from './nl.json' with { type: 'json' };
import english from './en.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import german from './de.json' with { type: 'json' };
import japanese from './ja.json' with { type: 'json' };
import norwegian from './no.json' with { type: 'json' };
import portuguese from './pt.json' with { type: 'json' };
import russian from './ru.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };

/** A word or sentence that readers see in or around a text. */
export type Word = keyof typeof english;

/** The words of one language. `{name}` in them stands for a value. */
export type Words = Readonly<Record<Word, string>>;

/** The words of each language, by the code with which its locales begin. */
const languages: Readonly<Record<string, Partial<Words>>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ru: russian,
  zh: chinese,
};

export const englishWords: Words = english;

const byLanguage: ReadonlyMap<string, Words> = new Map(
  Object.entries(languages).map(([language, words]) => [language, { ...english, ...words }]),
);

/** The words of a locale, such as `pt-br` or `zh-Hant`; English ones where its language has none. */
export const wordsFor = (locale: string): Words => byLanguage.get(locale.split('-', 1)[0] ?? '') ?? englishWords;

/** Puts values into a text in place of their names in braces. */
export const fillWord = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
