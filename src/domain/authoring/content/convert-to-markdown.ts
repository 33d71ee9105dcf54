import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { invalid } from '../../../lib/errors.ts';
import { boundedMarkdownFromDocument } from '../../../text/rich-text/bounded-markdown.ts';

/**
 * Converts the JSON document of a page to Markdown, in a worker if it is long. Throws as `markdownFromDocument` does.
 */
export async function convertToMarkdown(
  ctx: Context,
  document: unknown,
  path: string,
  page: string | null,
): Promise<string> {
  const task = { name: 'markdownFromDocument', run: boundedMarkdownFromDocument };
  const read = await parseText(ctx, task, [document, path, page], { isKept: false });
  if ('value' in read) return read.value;
  throw invalid(path, `The document cannot be written: ${read.problem}`, 'document');
}
