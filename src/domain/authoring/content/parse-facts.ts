import { readMarkdownFacts, unreadableMarkdown, type MarkdownFacts } from '../../../text/markdown/markdown-facts.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import type { StoredText } from '../../../text/content/changes.ts';

/** Reads the links and headings of a text, in a worker if it is long. A text that cannot be parsed has none. */
export async function parseFacts(ctx: Context, markdown: string): Promise<MarkdownFacts> {
  const read = await parseText(ctx, { name: 'readMarkdownFacts', run: readMarkdownFacts }, [markdown]);
  return 'value' in read ? read.value : unreadableMarkdown(read.problem);
}

/** Adds URLs and anchors to a text, unless they are known. */
export async function withFacts(ctx: Context, text: StoredText): Promise<StoredText> {
  if (text.urls !== undefined) return text;
  const { urls, linkable } = await parseFacts(ctx, text.markdown);
  return { ...text, urls, anchors: linkable };
}
