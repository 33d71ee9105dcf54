import { closesFence, openedFence } from './fences.ts';
import { splitHeadingId } from './anchors.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { Span } from './url-spans.ts';

/** Whether a text may have comments. */
const hasComments = /<!--|\{\/\*|^ {0,3}\[[^\]\n]{0,9}\]:/m;

/**
 * A text without the comments of its authors: those of HTML, those of MDX (`{/* … *\/}`), and definitions that nothing can refer to
 * (`[//]: # (…)`). Comments in code are code, and the id of a heading that is written as a comment stays. An empty comment of HTML
 * stays where it keeps two lists apart. Linear time.
 */
export function withoutComments(markdown: string): string {
  if (!hasComments.test(markdown)) return markdown;
  const { bodyStart } = splitFrontMatter(markdown);
  let text = '';
  let from = 0;
  for (const one of listComments(markdown, bodyStart)) {
    const { start, end, isAlone } = widened(markdown, one);
    // Comments follow each other on their lines.
    text += markdown.slice(from, Math.max(from, start));
    if (isAlone) text += insteadOf(text.slice(-maxBeside), markdown.slice(end, end + maxBeside));
    from = end;
  }
  return text + markdown.slice(from);
}

const blank = /^[ \t>]*$/;
const indented = /^(?: {4}|\t)/;
const listItem = /^[ \t]{0,12}(?:>[ \t]*)*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Whether a line with a comment is one of indented code: below a blank line or such code, and in no list. */
interface Around {
  isAfterBlank: boolean;
  isInList: boolean;
  isInCode: boolean;
}

function* listComments(markdown: string, bodyStart: number): Generator<Span> {
  const reading = { markdown, ends: new Ends(markdown) };
  const around: Around = { isAfterBlank: true, isInList: false, isInCode: false };
  let fenced: string | null = null;
  /** Where the next comment or span of code may begin. */
  let from = bodyStart;
  for (let at = bodyStart; at < markdown.length;) {
    const next = markdown.indexOf('\n', at);
    const lineEnd = next === -1 ? markdown.length : next;
    const line = markdown.slice(at, lineEnd).replace(/\r$/, '');
    if (fenced !== null) {
      if (closesFence(line, fenced)) fenced = null;
      from = lineEnd;
    } else if (from <= at && openedFence(line) !== null) {
      fenced = openedFence(line);
      from = lineEnd;
    } else if (from < lineEnd && !isIndentedCode(line, around)) {
      for (const one of readLine(reading, { start: Math.max(from, at), end: lineEnd })) {
        if (one.isComment) yield one;
        from = one.end;
      }
    }
    at = lineEnd + 1;
  }
}

function isIndentedCode(line: string, around: Around): boolean {
  const isBlank = blank.test(line);
  const isIndented = indented.test(line);
  if (listItem.test(line) && !isIndented) around.isInList = true;
  else if (!isBlank && !/^[ \t]/.test(line)) around.isInList = false;
  around.isInCode = isIndented && !around.isInList && (around.isAfterBlank || around.isInCode);
  around.isAfterBlank = isBlank;
  return around.isInCode;
}

interface Reading {
  readonly markdown: string;
  readonly ends: Ends;
}

interface Beginning {
  readonly start: number;
  readonly mark: string;
  readonly line: Span;
}

/** Finds ends of comments. One that follows nowhere is searched for once, however many comments begin. */
class Ends {
  readonly #markdown: string;
  readonly #missing = new Set<string>();

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  find(mark: string, from: number): number {
    const at = this.#missing.has(mark) ? -1 : this.#markdown.indexOf(mark, from);
    if (at === -1) this.#missing.add(mark);
    return at;
  }
}

interface Found extends Span {
  readonly isComment: boolean;
}

const beginnings = /\\.|`+|<!--|\{\/\*/gs;
/** A title of a definition, which may have several lines. */
const titleIn = (open: string, close: string) => {
  const inside = `[^${open}${close}\\n]{0,500}`;
  return `[${open}]${inside}(?:\\n(?=[ \\t]*\\S)${inside}){0,20}[${close}]`;
};
const titles = [titleIn('(', ')'), titleIn('"', '"'), titleIn("'", "'")].join('|');
const definition = new RegExp(
  String.raw`^ {0,3}\[(?:[^\p{L}\p{N}[\]\n]{0,9}|comments?)\]:[ \t]*(?:#|<#?>)[ \t]*\n?[ \t]*(?:${titles})[ \t]*(?=\r?\n|$)`,
  'imuy',
);

/** The comments that begin in a line, and the spans of code, which may end below it. */
function* readLine(reading: Reading, line: Span): Generator<Found> {
  const { markdown } = reading;
  definition.lastIndex = line.start;
  const defined = definition.exec(markdown);
  if (defined) {
    yield { start: line.start, end: line.start + defined[0].length, isComment: true };
    return;
  }
  const text = markdown.slice(line.start, line.end);
  for (let at = line.start; at < line.end;) {
    beginnings.lastIndex = at - line.start;
    const found = beginnings.exec(text);
    if (found === null) return;
    const [mark] = found;
    const start = line.start + found.index;
    const end = endOf(reading, { start, mark, line });
    if (end !== null) yield { start, end, isComment: !mark.startsWith('`') };
    at = end ?? start + mark.length;
  }
}

/** Where code or a comment ends; null where the mark means nothing. */
function endOf({ markdown, ends }: Reading, { start, mark, line }: Beginning): number | null {
  const after = start + mark.length;
  if (mark.startsWith('\\')) return null;
  if (mark.startsWith('`')) return endOfCode(markdown, after, mark);
  if (mark === '<!--') {
    // What begins a line without an end goes on to the end of the text, as in CommonMark.
    const isBlock = /^ {0,3}$/.test(markdown.slice(line.start, start));
    const end = markdown.startsWith('>', after) || markdown.startsWith('->', after) ? after : ends.find('-->', after);
    if (end !== -1) return markdown.indexOf('>', end) + 1;
    return isBlock ? markdown.length : null;
  }
  const end = ends.find('*/}', after);
  if (end === -1) return null;
  return isHeadingId(markdown.slice(line.start, Math.min(line.end, line.start + maxHeading)), start - line.start)
    ? null
    : end + 3;
}

/** Longest line that is looked at as a heading, and longest span of code, in characters. */
const maxHeading = 2_000;
const maxCode = 10_000;

/** Whether the comment that begins at a place in a line is the id of a heading. */
function isHeadingId(line: string, start: number): boolean {
  if (!/^ {0,3}#{1,6}[ \t]/.test(line)) return false;
  const { title, id } = splitHeadingId(line.trimEnd());
  return id !== undefined && title.length <= start;
}

/** The end of a span of code, whose mark must come again in the same paragraph. */
function endOfCode(markdown: string, from: number, mark: string): number | null {
  const text = markdown.slice(from, from + maxCode);
  const paragraph = text.slice(0, /\n[ \t>]*\r?(?:\n|$)/.exec(text)?.index);
  for (const { 0: run, index } of paragraph.matchAll(/`+/g)) if (run === mark) return from + index + run.length;
  return null;
}

/** What is cut for a comment: its lines when nothing else is on them. */
function widened(markdown: string, { start, end }: Span): Span & { readonly isAlone: boolean } {
  let [lineStart, lineEnd] = [start, end];
  while (isSpace(markdown.charAt(lineStart - 1))) lineStart -= 1;
  while (isSpace(markdown.charAt(lineEnd))) lineEnd += 1;
  const isAlone = /^\n?$/.test(markdown.charAt(lineStart - 1)) && /^\n?$/.test(markdown.charAt(lineEnd));
  return isAlone ? { start: lineStart, end: Math.min(lineEnd + 1, markdown.length), isAlone } : { start, end, isAlone };
}

const isSpace = (character: string): boolean => character === ' ' || character === '\t' || character === '\r';

/** Characters beside a comment that are looked at. */
const maxBeside = 200;

/** What stands instead of lines of a comment, so that the blocks beside them stay what they are. */
function insteadOf(before: string, after: string): string {
  if (before === '') return '';
  if (/(?:^|\n)[ \t\r]*\n$/.test(before)) {
    const below = after.replace(/^\s*\n/, '');
    return listItem.test(below) || indented.test(below) ? '<!-- -->\n' : '';
  }
  return /^[^\S\n]*\S/.test(after) && !listItem.test(after) ? '\n' : '';
}
