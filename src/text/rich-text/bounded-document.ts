import { maxJsonDepth, maxJsonValues, sizeOfJson } from '../../lib/text.ts';
import { outcomeOf, TextProblem, tooDeep } from '../../lib/text-outcome.ts';
import type { RichDocument } from './document.ts';
import { documentFromMarkdown, type ReadOptions } from './read/document-from-markdown.ts';
import { unparsedDocument } from './read/unparsed-document.ts';

/** What the body of a request has around a document: `changes`, an operation, and its members. */
const around = { depth: 16, values: 10_000, bytes: 65_536 };

/**
 * Maximum length of a document as JSON, because the thread that serves requests parses and serializes it. A document
 * that can be read fits into the body of a request, so that it can be written back.
 */
const maxBytes = 8 * 1_048_576 - around.bytes;

/** Converts Markdown to a JSON document. A document that would be too deep or too large becomes its source. */
export function boundedDocumentFromMarkdown(markdown: string, options: ReadOptions): RichDocument {
  const read = outcomeOf(() => {
    const document = documentFromMarkdown(markdown, options);
    // A nested list takes four levels.
    const { depth, values } = sizeOfJson(document);
    if (depth > maxJsonDepth - around.depth) throw new TextProblem(tooDeep);
    if (values > maxJsonValues - around.values || Buffer.byteLength(JSON.stringify(document)) > maxBytes)
      throw new TextProblem('it has too many blocks');
    return document;
  });
  return 'value' in read ? read.value : unparsedDocument(markdown, read.problem, options);
}
