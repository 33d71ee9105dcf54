import type { SourceSpan } from '../source-span.ts';

/** Where a block begins: how the lines below its first one begin, and whether it stands within HTML. */
export interface Place {
  readonly prefix: string;
  readonly isHtml: boolean;
  /** Whether nothing else but the prefix stands before it on its line. */
  readonly startsLine: boolean;
}

/** Marks of quotes and lists before the first line of a block. */
const marks = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?[ \t>]*)*$/;

/** The place of a block; null when other text stands before it on its line. */
export function placeOfSpan(source: string, { start, isHtml = false, isTag }: SourceSpan): Place | null {
  if (isTag) return null;
  const lead = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  if (isHtml) return { prefix: lead.trim() === '' ? lead : '', isHtml, startsLine: lead.trim() === '' };
  if (!marks.test(lead)) return null;
  return { prefix: lead.replaceAll(/\[[ xX]\][ \t]+/g, '').replaceAll(/[^\s>]/g, ' '), isHtml, startsLine: true };
}

/** Puts the lines of a block at a place. The first line follows what stands there. */
export const atPlace = (text: string, { prefix }: Place): string =>
  text.replaceAll(/\n([^\n]*)/g, (_line, words: string) => `\n${words === '' ? prefix.trimEnd() : prefix + words}`);

/** Takes the lines of a block from a place, the reverse of `atPlace`. */
export const fromPlace = (text: string, { prefix }: Place): string =>
  text
    .split(/\r?\n/)
    .map((line, index) => {
      if (index === 0) return line;
      return line.startsWith(prefix) ? line.slice(prefix.length) : line.slice(commonLength(line, prefix));
    })
    .join('\n');

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < other.length && one[length] === other[length]) length += 1;
  return length;
}

const isBlank = (text: string) => /^[\s>]*$/.test(text);

/** The blanks between two neighbors; null when tags or words stand between them. */
export function gapBetween(source: string, before: SourceSpan | undefined, after: SourceSpan | undefined) {
  if (!before || !after || before.isTag || after.isTag || before.end > after.start) return null;
  const gap = source.slice(before.end, after.start);
  return isBlank(gap) ? gap : null;
}

/** Joins the spans of consecutive blocks between which only blanks stand. */
export function joinSpans(source: string, spans: readonly SourceSpan[]): SourceSpan[] {
  const joined: SourceSpan[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && gapBetween(source, last, span) !== null) joined[joined.length - 1] = { ...last, end: span.end };
    else joined.push(span);
  }
  return joined;
}

interface Neighbors {
  readonly before: SourceSpan | undefined;
  readonly after: SourceSpan | undefined;
}

/**
 * The part of the source that goes with a block, so that its neighbors have the blanks between them that they had. Between HTML
 * and Markdown they stay, because a blank line ends HTML.
 */
export function rangeToDelete(source: string, span: SourceSpan, { before, after }: Neighbors) {
  const isHtml = span.isHtml === true;
  if (after && gapBetween(source, span, after) !== null) {
    if ((after.isHtml === true) !== isHtml && isHtml) return ownLines(source, span);
    const [start, end] = [startOfLine(source, span), startOfLine(source, after)];
    return start === null || end === null ? { start: span.start, end: after.start } : { start, end };
  }
  if (before && gapBetween(source, before, span) !== null)
    return (before.isHtml === true) === isHtml ? { start: before.end, end: span.end } : ownLines(source, span);
  return span.isTag && !span.partner ? span : wholeLines(source, span);
}

/** Where the line of a block starts; null when more than blanks stands before the block. */
function startOfLine(source: string, { start }: SourceSpan): number | null {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  return source.slice(lineStart, start).trim() === '' ? lineStart : null;
}

/** The range of a block with its lines, if nothing else stands on them. */
export function ownLines(source: string, { start, end }: SourceSpan) {
  const lineStart = startOfLine(source, { start, end });
  const [rest] = /^[ \t]*(?:\r?\n|$)/.exec(source.slice(end, end + maxBlanks)) ?? [];
  return lineStart === null || rest === undefined ? { start, end } : { start: lineStart, end: end + rest.length };
}

/** The range of a block with its lines and the blank ones below them, if nothing else stands on them. */
export function wholeLines(source: string, { start, end }: Pick<SourceSpan, 'start' | 'end'>) {
  const lineStart = source.lastIndexOf('\n', start - 1) + 1;
  const [rest] = /^[ \t]*(?:\r?\n(?:[ \t>]*\r?\n)*|$)/.exec(source.slice(end, end + maxBlanks)) ?? [];
  if (source.slice(lineStart, start).trim() !== '' || rest === undefined) return { start, end };
  return { start: lineStart, end: end + rest.length };
}

const maxBlanks = 2_000;
