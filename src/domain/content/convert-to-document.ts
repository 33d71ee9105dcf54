import { chargeCharacters } from '../budget.ts';
import type { Context } from '../context.ts';
import { readText } from '../read-text.ts';
import { boundedDocumentFromMarkdown } from '../rich-text/bounded-document.ts';
import type { RichDocument } from '../rich-text/document.ts';
import { unparsedDocument } from '../rich-text/read/unparsed-document.ts';
import type { ReadOptions } from '../rich-text/read/document-from-markdown.ts';

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
  const read = await readText(ctx, task, [markdown, options], { isAnswered: true });
  if ('value' in read) return read.value;
  chargeCharacters(ctx, markdown.length);
  return unparsedDocument(markdown, read.problem, options);
}
