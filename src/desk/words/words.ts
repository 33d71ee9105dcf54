import english from './en.json';

/** A word or sentence of the desk. */
export type Word = keyof typeof english;

/** The words of the language of the browser; those that it lacks are English. */
export const words: Record<Word, string> = { ...english };

/** The language that the words are in. */
export let language = 'en';

/** Loads the words of the first language that the browser prefers and the desk has. */
export async function loadWords(): Promise<void> {
  for (const preferred of navigator.languages) {
    const [wanted = ''] = preferred.split('-', 1);
    if (wanted === 'en') return;
    const loaded = await import(`./${wanted}.json`).catch(() => null);
    if (loaded === null) continue;
    Object.assign(words, loaded.default);
    language = wanted;
    document.documentElement.lang = wanted;
    return;
  }
}

/** Puts values into words in place of their names in braces. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** A member of an enum of the schema, or a kind, in words, such as `CHANGES_REQUESTED` by the word `stateChangesRequested`. */
export const wordOf = (prefix: string, value: string): string => {
  const parts = value.toLowerCase().split(/[_-]/);
  const name = prefix + parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  return words[name as Word] ?? parts.join(' ');
};
