import { useSyncExternalStore } from 'react';
import type english from './en.json';
import { early } from '../client/early.ts';
import { words as addressesOfWords } from '../client/settings.ts';
import { keepLanguage, preferredLanguage, type Language } from './language.ts';

/** A word or sentence of the desk. Those that count something have a form for each category of plurals, such as `times.one`. */
export type Word = keyof typeof english;

/** A word that counts something. */
type Counting = Word extends infer Name ? (Name extends `${infer Base}.other` ? Base : never) : never;

/** The words of the language that was chosen, or of the browser. There are none before they are loaded, so no module uses them at once. */
export const words = {} as Record<Word, string>;

/** The language that the words are in. */
export let language: Language = 'en';

const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The language that is shown, for what is drawn anew in another one. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, () => language);

async function take(answer: Response, of: Language): Promise<void> {
  if (!answer.ok) return;
  Object.assign(words, await answer.json());
  language = of;
  document.documentElement.lang = of;
  for (const listener of listeners) listener();
}

/** Takes the words that the page has asked for before this script was there. */
export const loadWords = async (): Promise<void> => take(await early.words, preferredLanguage());

/** Shows the desk in another language, now and when it is opened again in this browser. */
export async function showIn(wanted: Language): Promise<void> {
  keepLanguage(wanted);
  if (wanted !== language) await take(await fetch(addressesOfWords[wanted] ?? ''), wanted);
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
