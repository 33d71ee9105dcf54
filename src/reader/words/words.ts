import { englishWords, type Words } from './english.ts';

/** The words of each language that has some of its own. */
const languages: ReadonlyMap<string, Words> = new Map<string, Words>([['en', englishWords]]);

/** The words of a locale, such as `pt-br`; English ones for a language without words. */
export const wordsFor = (locale: string): Words => languages.get(locale) ?? englishWords;

/** Puts values into a text in place of their names in braces. */
export const fillWord = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
