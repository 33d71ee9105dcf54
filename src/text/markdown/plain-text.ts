import { toString } from 'mdast-util-to-string';
import { decodeString } from 'micromark-util-decode-string';
import { parseMarkdown } from './parser.ts';
import { outcomeOf } from '../../lib/text-outcome.ts';
import { replaceShortcodes } from './shortcodes.ts';

/** The labels of link definitions of a text, by `labelKey`. */
export type DefinedLabels = ReadonlySet<string>;

const noLabels: DefinedLabels = new Set();

/**
 * A paragraph, or another line, of Markdown without its marks: for words and excerpts, not for rendering. `defined` decides
 * which words in brackets are links.
 */
export const plainText = (text: string, defined: DefinedLabels = noLabels): string =>
  hasMarks.test(text) ? withoutMarks(text, defined) : text;

const hasMarks = /[\\`*_[\]<>&|{~]|--|\$\$|:[a-z\d_+-]{1,50}:/;

/** How labels of links and of their definitions are compared. */
export const labelKey = (label: string): string =>
  label.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * Text between backticks is kept as it is, also in the label of a link, and so are formulas and what a character reference stands for: a
 * mark replaces each of them while the other syntax is removed.
 */
const withoutMarks = (text: string, defined: DefinedLabels): string => {
  const parts: string[] = [];
  const mark = (part: string) => `\0${parts.push(part) - 1}\0`;
  const marked = text
    .replaceAll('\0', '')
    .replaceAll(codeSpan, (code) => mark(code.replaceAll('`', '')))
    .replaceAll(formula, (_, source: string) => mark(` ${source} `))
    .replaceAll(/^[ \t]*\$\$[ \t]*$/gm, ' ')
    .replaceAll(reference, (match) => mark(decodeString(match)));
  const unmarked = (part: string) => part.replaceAll(keptMark, (_, index: string) => parts[Number(index)] ?? '');
  if (isRule(marked)) return ' ';
  const isDefined = (label: string) => defined.has(labelKey(unmarked(label)));
  const plain = withoutMarksIn(marked, isDefined);
  // As in a document, where a colon that is escaped begins no shortcode.
  return unmarked(marked.includes('\\:') ? plain : replaceShortcodes(plain));
};

const codeSpan = /`[^`]{1,1000}`|``[^`]{1,1000}(?:`[^`]{1,1000}){0,9}``/g;

/** A formula, which may have several lines. */
const formula = /(?<![\\$])\$\$(?!\$)([^$]{1,5000})\$\$/g;

/** A character reference, also one that names nothing and is kept as it is. */
const reference = /(?<!\\)&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][\da-z]{1,30});/gi;

/** The index of a part that is kept between two characters that texts cannot contain. */
const keptMark = /\0(\d+)\0/g;

/** The row of dashes under the head of a table, or a rule. */
export const isRule = (line: string): boolean => line.includes('--') && /^[ \t|:-]+$/.test(line);

const withoutMarksIn = (text: string, isDefined: (label: string) => boolean): string =>
  text
    .replaceAll(image, '$1')
    .replaceAll(link, '$1')
    .replaceAll(shortcut, (whole, label: string) => (isDefined(label) ? label : whole))
    .replaceAll(/\[\^[^[\]\s]{1,100}\]:?/g, '')
    .replaceAll(tag, ' ')
    .replaceAll(autolink, '$1')
    .replaceAll(/(?<!\\)<\/?[a-z!][^<>]{0,1000}>/gi, ' ')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\*{1,3}|~~|\|/g, (mark, at: number, whole: string) => {
      if (mark !== '|') return '';
      return isOperator.test(whole.slice(Math.max(0, at - 1), at + 2)) && !isRow.test(whole) ? mark : ' ';
    })
    .replaceAll(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '');

/** A bar beside another sign, and a row of a table, whose bars are none. */
const isOperator = /[|>&<=!]\||\|[|>&<=]/;
const isRow = /^\s*\|/;

/** A tag, whose attributes may have signs of percent. It ends before another one begins. */
const tag = /\{%(?:[^%{]|\{(?!%)|%(?!\})){0,20000}%\}/g;

/** What follows the label of a link or image: its address or a reference. */
const target = String.raw`(?:\([^()\s]{0,2000}(?:\([^()]{0,200}\)[^()]{0,200})?(?:\s[^()]{0,500})?\)|\[[^[\]]{0,200}\])`;

/** Images are labels of links, as badges are, so they are replaced before links. */
const image = new RegExp(String.raw`!\[([^[\]]{0,1000})\]${target}`, 'g');

/** The label of a link may have brackets in pairs. */
const link = new RegExp(String.raw`\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,1000})\]${target}`, 'g');

/** A label alone, which is a link when the text defines it. */
const shortcut = /\[([^[\]]{1,200})\](?!:)/g;

const autolink = /<((?:[a-z][a-z0-9+.-]{1,31}:|[^\s<>@/]{1,100}@)[^\s<>]{1,1000})>/gi;

/**
 * The plain text of a heading, from which its anchor is made. Its links may refer to definitions elsewhere in the text.
 */
export function plainHeading(source: string, definitions: string): string {
  const text = source.trim();
  if (isPlain.test(text)) return text;
  const parsed = `# ${text.replaceAll('\n', ' ')}\n\n${text.includes('[') ? definitions : ''}`;
  const plain = outcomeOf(() => {
    const [heading] = parseMarkdown(parsed).children;
    return heading?.type === 'heading'
      ? toString(heading, { includeImageAlt: false, includeHtml: false }).trim()
      : text;
  });
  return 'value' in plain ? plain.value : text;
}

/** Nothing in it means anything to Markdown. */
const isPlain = /^[\p{L}\p{N}\p{M} ,;()?'"/%+=-]*$/u;
