import { invalid } from '../../../lib/errors.ts';
import { describeProblem } from '../../../text/markdown/conditional-blocks.ts';
import { readMarkdownFacts, unreadableMarkdown, type MarkdownFacts } from '../../../text/markdown/markdown-facts.ts';
import type { Context } from '../../core/context.ts';
import { parseText, type ReadTextOptions } from '../../core/parse-text.ts';
import type { StoredText } from '../../../text/content/changes.ts';

/** Reads the links and headings of a text, in a worker if it is long. A text that cannot be parsed has none. */
export async function parseFacts(
  ctx: Context,
  markdown: string,
  options: ReadTextOptions = {},
): Promise<MarkdownFacts> {
  const read = await parseText(ctx, { name: 'readMarkdownFacts', run: readMarkdownFacts }, [markdown], options);
  return 'value' in read ? read.value : unreadableMarkdown(read.problem);
}

/**
 * Reads the same of a text that a caller writes at a place of the input. Throws validation_failed for a condition that is
 * larger than an expression may be. Only the deadline of the operation limits the time, because no part of a write can be
 * left for another request.
 */
export async function parseWritten(ctx: Context, markdown: string, path: string): Promise<MarkdownFacts> {
  const facts = await parseFacts(ctx, markdown, { longestMs: Number.POSITIVE_INFINITY });
  const tooLarge = facts.conditionProblems.find(({ isTooLarge }) => isTooLarge);
  if (tooLarge) throw invalid(path, describeProblem(tooLarge), 'too_big');
  return facts;
}

/** Adds URLs and anchors to a text, unless they are known. */
export async function withFacts(ctx: Context, text: StoredText): Promise<StoredText> {
  if (text.urls !== undefined) return text;
  const { urls, linkable } = await parseFacts(ctx, text.markdown);
  return { ...text, urls, anchors: linkable };
}
