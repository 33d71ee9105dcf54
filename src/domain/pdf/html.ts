import rehypeRemark from 'rehype-remark';
import { unified } from 'unified';
import { htmlProblem } from '../imports/html-budget.ts';
import { parseHtml } from '../imports/html-parser.ts';
import type { MarkdownBlock } from '../rich-text/markdown.ts';

const converter = unified().use(rehypeRemark).freeze();

/** Longer pieces of HTML come as they are. */
const maxHtml = 200_000;

/** A piece of HTML within Markdown as the blocks it stands for; null for one that is not worth reading. */
export function blocksOfHtml(html: string): readonly MarkdownBlock[] | null {
  if (html.length > maxHtml || htmlProblem(html) !== null) return null;
  try {
    const { children } = converter.runSync(parseHtml(html)) as { children: MarkdownBlock[] };
    return children;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
