import { chinese } from './chinese.ts';
import { dutch } from './dutch.ts';
import { englishWords, type Words } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';

/** The words of each language of `SiteLocale`, and of languages that share them. */
const languages: ReadonlyMap<string, Words> = new Map<string, Words>([
  ['en', englishWords],
  ['de', german],
  ['es', spanish],
  ['fr', french],
  ['ja', japanese],
  ['nl', dutch],
  ['no', norwegian],
  ['pt', portuguese],
  ['ru', russian],
  ['zh', chinese],
]);

/** The words of a locale, such as `pt-br` or `zh-Hant`; English ones for a language without words. */
export const wordsFor = (locale: string): Words => languages.get(locale.split('-', 1)[0] ?? '') ?? englishWords;

/** Puts values into a text in place of their names in braces. */
export const fillWord = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
