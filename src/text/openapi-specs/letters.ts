import { htmlSchema } from '../imports/formats/html/schema.ts';

/** Elements whose names are also words of programs, which descriptions use as such: `Array<object>`, `<title>`. */
const wordsOfPrograms = ['object', 'title', 'template', 'option', 'select', 'embed', 'canvas'];

const elements: ReadonlySet<string> = new Set([
  ...(htmlSchema.tagNames ?? []),
  ...(htmlSchema.strip ?? []).filter((name) => !wordsOfPrograms.includes(name)),
  ...`abbr bdi bdo big body base caption cite col colgroup font html ins label link mark meta picture rp rt ruby small source tt
  u wbr`.split(/\s+/),
]);

/** A tag or a comment in Markdown. */
const tag = /<!--[\s\S]*?(?:-->|$)|<\/?([a-z][a-z0-9-]*)(?=[\s/>])[^<>]{0,2000}>/gi;

/** Elements that are as often the parameter of a type when they follow a word. */
const typeLike = /^<(?:address|article|section|form|input|header|label|link|main|dialog|source|var|a|b|i|p|q|s|u)>$/i;

/**
 * Replaces the tags in a piece of HTML. What is no element, such as `<User>` in `List<User>`, is letters: names of types are
 * written with a capital, those of elements are not. `before` is the text before the piece.
 */
export function replaceTags(
  html: string,
  before: string,
  { element, letters }: { readonly element: (tag: string) => string; readonly letters: (text: string) => string },
): string {
  let [replaced, from] = ['', 0];
  for (const found of html.matchAll(tag)) {
    const [text, name] = found;
    const glued = /[\p{L}\p{N}_]$/u.test(found.index === 0 ? before.slice(-2) : html.slice(0, found.index).slice(-2));
    replaced += letters(html.slice(from, found.index));
    replaced +=
      name === undefined || (isElement(name) && !(glued && typeLike.test(text))) ? element(text) : letters(text);
    from = found.index + text.length;
  }
  return replaced + letters(html.slice(from));
}

const isElement = (name: string) =>
  (name === name.toLowerCase() || (name.length > 1 && name === name.toUpperCase())) && elements.has(name.toLowerCase());

/** Escapes the `<` of a text that could begin a tag, for Markdown. */
export const escapeAngles = (text: string): string => text.replaceAll(/(?<!\\)<(?=[a-z/!?])/gi, String.raw`\<`);

/** Cuts a text to a number of characters, and not within one. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).toWellFormed();

/** A line of words and code spans, which needs no parser: most descriptions are one. */
export const isSimpleLine = (text: string): boolean => simpleLine.test(text) && !/www\.|:\/\//i.test(text);

const words = String.raw`[\p{L}\p{N} ,.;:()'"/?!%=-]*`;
const simpleLine = new RegExp(`^(?=\\p{L}|\`)${words}(?:\`[\\w.,:;/=?()'" -]+\`(?!\`)${words})*$`, 'u');

/** The code spans of a simple line. */
export const simpleCode = /` ?([^`]+?) ?`/g;
