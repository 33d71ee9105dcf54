import { endOfMdcTag } from './mdc-tags.ts';
import { endOfLongTag } from './long-tag.ts';

/** A range of a text whose blocks are those that it has when it is parsed alone. */
export interface Part {
  readonly text: string;
  /** Offset of the part in the text, in UTF-16 code units. */
  readonly at: number;
  /** Number of lines before the part. */
  readonly line: number;
}

/** Minimum length of a part, in characters. A parser costs the more per character the longer its text is; its start costs as much as 200. */
const minPart = 1_000;

const frontMatter = /^---[ \t]*(?:\r\n|\n|\r)[\s\S]*?(?:\r\n|\n|\r)---[ \t]*(?=[\r\n]|$)/;

/** Beginnings of blocks that end all blocks before them when they stand at the start of a line after a blank one. */
const begins = /^(?:#{1,6}[ \t]|\p{L}|\*\*|!\[)/u;

const fence = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;

/** HTML that may contain blank lines (CommonMark 0.31, kinds 1 to 5 of HTML blocks), with what ends it. */
const htmlKinds: readonly (readonly [RegExp, RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];

/** Whether a block of HTML may contain blank lines. */
export const spansBlankLines = (html: string): boolean => htmlKinds.some(([start]) => start.test(html.trimStart()));

/**
 * Splits a text where a block begins that cannot belong to what stands before it. A range between two such places may still
 * be open, for example in a fence that the scan did not recognize; the parser sees that in the last block of a part.
 */
export function splitIntoParts(text: string, minLength = minPart): Part[] {
  const parts: Part[] = [];
  let start = { at: 0, line: 0 };
  for (const place of findStarts(text)) {
    if (place.at - start.at < minLength) continue;
    parts.push({ text: text.slice(start.at, place.at), ...start });
    start = place;
  }
  parts.push({ text: text.slice(start.at), ...start });
  return parts;
}

/** Lists the places where a part may begin. */
function* findStarts(text: string): Generator<{ at: number; line: number }> {
  const lines = text.split(/\r\n|\n|\r/);
  const ends = Array.from(text.matchAll(/\r\n|\n|\r/g), (end) => end.index + end[0].length);
  const matter = frontMatter.exec(text)?.[0] ?? '';
  let line = matter === '' ? 0 : matter.split(/\r\n|\n|\r/).length;
  let isAfterBlank = false;
  for (; line < lines.length; line += 1) {
    const own = lines[line] ?? '';
    if (isAfterBlank && begins.test(own)) yield { at: ends[line - 1] ?? 0, line };
    isAfterBlank = own.trim() === '';
    if (!isAfterBlank) line = lastLineOf(lines, line);
  }
}

/** The last line of a block that may contain blank lines; the line itself when none begins there. */
function lastLineOf(lines: readonly string[], line: number): number {
  const own = lines[line] ?? '';
  const first = own.trimStart().charAt(0);
  if (first === '`' || first === '~') {
    const mark = fence.exec(own)?.[1];
    return mark === undefined ? line : findLine(lines, line + 1, (text) => isClosing(text, mark));
  }
  if (first === '<') {
    const kind = htmlKinds.find(([start]) => start.test(own));
    return kind ? findLine(lines, line, (text) => kind[1].test(text)) : line;
  }
  if (first === ':') return endOfMdcTag(lines, line) ?? line;
  if (first === '{') return endOfLongTag(lines, line) ?? line;
  return line;
}

/** The first line from one on for which something holds; the end of the text without one. */
function findLine(lines: readonly string[], from: number, isFound: (line: string) => boolean): number {
  let line = from;
  while (line < lines.length && !isFound(lines[line] ?? '')) line += 1;
  return line;
}

function isClosing(line: string, mark: string): boolean {
  const [, own = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
  return own.startsWith(mark);
}
