import { toString } from 'mdast-util-to-string';
import { parseMarkdown } from './parser.ts';
import { outcomeOf } from '../lib/text-outcome.ts';

/** A line of Markdown without its marks: for words and excerpts, not for rendering. */
export const plainLine = (line: string): string => (hasMarks.test(line) ? withoutMarks(line) : line);

const hasMarks = /[\\`*_[\]<>&|{~]|--/;

/**
 * Text between backticks is kept as it is, also in the label of a link: one mark replaces each code span while
 * the other syntax is removed.
 */
const withoutMarks = (line: string): string => {
  const codes: string[] = [];
  const marked = line.replaceAll('\0', '').replaceAll(codeSpan, (code) => {
    codes.push(code.replaceAll('`', ''));
    return `\0${codes.length - 1}\0`;
  });
  const plain = isRule(marked) ? ' ' : withoutMarksIn(marked);
  return codes.length === 0 ? plain : plain.replaceAll(codeMark, (_, index: string) => codes[Number(index)] ?? '');
};

const codeSpan = /`[^`]{1,1000}`|``[^`]{1,1000}(?:`[^`]{1,1000}){0,9}``/g;

/** The index of a code span between two characters that texts cannot contain. */
// oxlint-disable-next-line no-control-regex
const codeMark = /\0(\d+)\0/g;

/** The row of dashes under the head of a table, or a rule. */
const isRule = (piece: string) => piece.includes('--') && /^[ \t|:-]+$/.test(piece);

const withoutMarksIn = (piece: string): string =>
  (piece.includes('&') ? unescape(piece) : piece)
    .replaceAll(link, '$1')
    .replaceAll(/\{%[^%]{0,1000}%\}/g, ' ')
    .replaceAll(/<\/?[a-z!][^<>]{0,1000}>/gi, ' ')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\*{1,3}|~~|\|/g, (mark) => (mark === '|' ? ' ' : ''))
    .replaceAll(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '');

/** A link or image, with its address or a reference. */
const link =
  /!?\[([^[\]]{0,1000})\](?:\([^()\s]{0,2000}(?:\([^()]{0,200}\)[^()]{0,200})?(?:[ \t][^()]{0,500})?\)|\[[^[\]]{0,200}\])/g;

const unescape = (line: string) =>
  line.replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => entities[name] ?? '');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

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
