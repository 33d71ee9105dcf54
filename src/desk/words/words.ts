import english from './en.json' with { type: 'json' };

/** A word or sentence of the desk. Those that count something have a form for each category of plurals, such as `times.one`. */
export type Word = keyof typeof english;

/** A word that counts something. */
type Counting = Word extends infer Name ? (Name extends `${infer Base}.other` ? Base : never) : never;

/** The words of the language that was chosen, or of the browser; those that it lacks are English. */
export const words: Record<Word, string> = { ...english };

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

type Language = keyof typeof languages;

/** Norwegian has a code for each of its written forms. */
const others: Readonly<Record<string, Language>> = { nb: 'no', nn: 'no' };

/** Where the language that somebody has chosen is kept in the browser. */
const key = 'octavo:language';

/** The language that the words are in. */
export let language: Language = 'en';

/** The language of a locale, such as `pt-BR`; undefined where the desk has none. */
function languageOf(locale: string): Language | undefined {
  const [code = ''] = locale.toLowerCase().split('-', 1);
  return Object.hasOwn(languages, code) ? (code as Language) : others[code];
}

/** Loads the words of the language that was chosen in this browser, else of the first that the browser prefers and the desk has. */
export async function loadWords(): Promise<void> {
  const preferred = [localStorage.getItem(key) ?? '', ...navigator.languages].map(languageOf).find(Boolean) ?? 'en';
  if (preferred === 'en') return;
  const loaded = (await import(`./${preferred}.json`).catch(() => null)) as { default: Partial<typeof words> } | null;
  // Without the network, English ones are better than none.
  if (loaded === null) return;
  Object.assign(words, loaded.default);
  language = preferred;
  document.documentElement.lang = preferred;
}

/** Shows the desk in another language, now and when it is opened again in this browser. */
export function chooseLanguage(wanted: string): void {
  localStorage.setItem(key, wanted);
  location.reload();
}

/** Puts values into words in place of their names in braces. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Words about so many things, in the form that the language has for the number. */
export function count(of: number, name: Counting): string {
  const form = `${name}.${new Intl.PluralRules(language).select(of)}`;
  return fill(words[form as Word] ?? words[`${name}.other`], { count: of.toLocaleString(language) });
}

/** A member of an enum of the schema, or a kind, in words, such as `CHANGES_REQUESTED` by the word `stateChangesRequested`. */
export const wordOf = (prefix: string, value: string): string => {
  const parts = value.toLowerCase().split(/[_-]/);
  const name = prefix + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return words[name as Word] ?? parts.join(' ');
};
