import { closesFence, openedFence } from './fences.ts';
import type { Span } from './url-spans.ts';

/** A line that is the tag of an include. Its span begins after what is before the tag, and ends with the tag. */
export interface IncludeLine extends Span {
  /** The blanks and marks of quotes before the tag. */
  readonly indent: string;
  readonly url: string;
}

const include = /^([ \t>]*)(\{%[ \t]*include[ \t]+"([^"\n]{1,500})"[ \t]*%\})[ \t\r]*$/;

/** Lists the includes that are lines of their own, outside of code fences. */
export function listIncludeLines(markdown: string): IncludeLine[] {
  const found: IncludeLine[] = [];
  let at = 0;
  let fence: string | null = null;
  for (const line of markdown.split('\n')) {
    const [, indent = '', tag = '', url = ''] = (fence === null && include.exec(line)) || [];
    const start = at + indent.length;
    if (tag !== '') found.push({ start, end: start + tag.length, indent, url });
    if (fence === null) fence = openedFence(line);
    else if (closesFence(line, fence)) fence = null;
    at += line.length + 1;
  }
  return found;
}
