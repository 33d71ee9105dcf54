import { chargeCharacters } from '../../core/budget.ts';
import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { boundedDocumentFromMarkdown } from '../../../text/rich-text/bounded-document.ts';
import type { RichDocument } from '../../../text/rich-text/document.ts';
import { unparsedDocument } from '../../../text/rich-text/read/unparsed-document.ts';
import type { ReadOptions } from '../../../text/rich-text/read/document-from-markdown.ts';

/**
 * Converts Markdown to a JSON document, in a worker if it is long. A text that is too large or complex becomes its
 * source, below an explanatory hint.
 */
export async function convertToDocument(
  ctx: Context,
  markdown: string,
  options: ReadOptions = {},
): Promise<RichDocument> {
  const task = { name: 'documentFromMarkdown', run: boundedDocumentFromMarkdown };
  const read = await parseText(ctx, task, [markdown, options], { isAnswered: true });
  if ('value' in read) return read.value;
  chargeCharacters(ctx, markdown.length);
  return unparsedDocument(markdown, read.problem, options);
}
