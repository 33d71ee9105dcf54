import { parseBlocks, type InlineSource } from './block-tree.ts';

/** Maximum length of a title that is read as Markdown. */
const maxTitleLength = 2_000;

/** A word before a title, so that no block begins in it: `1. First` is a title and no list. */
const before = 'x ';

/** A title in Markdown, which is one line of a text. */
export interface MarkdownTitle {
  /** The source to which the positions of its inlines refer. */
  readonly source: string;
  /** How much further the positions are than in the title as it was given. */
  readonly shift: number;
  readonly inlines: readonly InlineSource[];
}

/** What a title has that means more in Markdown than in HTML. */
const hasMarks = /[`*_~[\\$:@]|www\./i;

/**
 * Reads the content of an element that is a title, such as `<summary>`, as Markdown; null for one without marks of it, or one that is
 * too long.
 */
export function parseTitle(written: string): MarkdownTitle | null {
  if (written.length > maxTitleLength || !hasMarks.test(written)) return null;
  const source = `${before}${written.replaceAll(/[\r\n]/g, ' ').trimEnd()}`;
  const [only, ...others] = parseBlocks(source);
  const [first, ...rest] = only?.type === 'paragraph' && others.length === 0 ? only.children : [];
  if (first?.type !== 'text' || !first.value.startsWith(before.trim())) return null;
  const value = first.value.slice(before.length);
  return { source, shift: before.length, inlines: value === '' ? rest : [{ ...first, value }, ...rest] };
}

const marksOfMarkdown =
  /[`[\\]|\*(?!\s)|(?<=\S)\*|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$/gu;

/** HTML whose text has no marks of Markdown: they are written as references, which mean the same to each reader of HTML. */
export const withoutMarks = (html: string): string =>
  html.replaceAll(marksOfMarkdown, (mark) => `&#${mark.codePointAt(0)};`);
