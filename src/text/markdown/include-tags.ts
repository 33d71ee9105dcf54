import { findCode } from './find-code.ts';
import type { Span } from './url-spans.ts';

const tag = String.raw`\{%[ \t]*include[ \t]+"([^"\n]{1,500})"[ \t]*%\}`;

/** The tag that includes a reusable content, with its URL. */
export const includeTag = new RegExp(tag, 'g');

/** A line that is the tag of an include. Its span begins after what is before the tag, and ends with the tag. */
export interface IncludeLine extends Span {
  /** The blanks and marks of quotes before the tag. */
  readonly indent: string;
  readonly url: string;
}

const includeLine = new RegExp(String.raw`^([ \t>]*)(${tag})[ \t\r]*$`, 'gm');

/** Lists the includes that are lines of their own, outside of code fences. */
export function listIncludeLines(markdown: string): IncludeLine[] {
  const lines = [...markdown.matchAll(includeLine)];
  if (lines.length === 0) return [];
  const isCode = findCode(markdown);
  return lines.flatMap(({ index, 1: indent = '', 2: written = '', 3: url = '' }) => {
    const start = index + indent.length;
    return isCode(index) ? [] : [{ start, end: start + written.length, indent, url }];
  });
}
