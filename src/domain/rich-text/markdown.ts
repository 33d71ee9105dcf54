import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify, { type Options } from 'remark-stringify';
import { unified } from 'unified';

type Join = NonNullable<Options['join']>[number];

/** A table whose titles are dashes would make the line above it its head. */
export const tableApart: Join = (left, right) => (left.type === 'paragraph' && right.type === 'table' ? 1 : undefined);

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkStringify, {
    bullet: '-',
    emphasis: '_',
    rule: '-',
    listItemIndent: 'one',
    join: [tableApart],
    unsafe: [{ character: '{', after: '%', inConstruct: 'phrasing' }],
  })
  .freeze();

/** A Markdown syntax tree. */
export type MarkdownTree = ReturnType<typeof processor.parse>;
export type MarkdownBlock = MarkdownTree['children'][number];
/** What a paragraph holds. */
export type Phrasing = Extract<MarkdownBlock, { type: 'paragraph' }>['children'][number];

/** Parses CommonMark with GFM. */
export const parseMarkdown = (markdown: string): MarkdownTree => processor.parse(markdown);

/** Writes a tree so that it reads back as the same text. */
export const writeMarkdown = (children: MarkdownBlock[]): string => processor.stringify({ type: 'root', children });

/** The line that opens a hint, with its style. */
export const hintStart = /^\{% hint style="(\w+)" %\}$/;
export const hintEnd = '{% endhint %}';

const hintTag = /^[ \t>]*\{% (?:hint style="\w+"|endhint) %\}\s*$/;
const fence = /^[ \t>]*(?:[-*+] |\d+[.)] )*[ \t]*(`{3,}|~{3,})/;

/** The fence of the code that goes on behind a line, given that before it; null outside of code. */
export function fenceAfter(line: string, open: string | null): string | null {
  const mark = fence.exec(line)?.[1];
  if (mark === undefined) return open;
  if (open === null) return mark;
  return mark.startsWith(open) && line.trim().endsWith(mark) ? null : open;
}

/** Puts each hint tag, or each line of another pattern, outside of code into a paragraph of its own. */
export function separateHints(markdown: string, tag: RegExp = hintTag): string {
  if (!markdown.includes('{% ')) return markdown;
  const lines: string[] = [];
  let open: string | null = null;
  for (const line of markdown.split('\n')) {
    open = fenceAfter(line, open);
    if (open !== null || !tag.test(line)) {
      lines.push(line);
      continue;
    }
    const margin = line.slice(0, line.indexOf('{')).trimEnd();
    lines.push(margin, line.trimEnd(), margin);
  }
  return lines.join('\n');
}
