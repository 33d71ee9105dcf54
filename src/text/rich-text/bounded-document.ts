import { outcomeOf, TextProblem, tooDeep } from '../../lib/text-outcome.ts';
import type { RichDocument } from './document.ts';
import { documentFromMarkdown, type ReadOptions } from './read/document-from-markdown.ts';
import { unparsedDocument } from './read/unparsed-document.ts';

/** Maximum nesting depth of objects, because responses are serialized recursively. A nested list takes four levels. */
const maxDepth = 400;

/**
 * Maximum length of a document as JSON, in characters, because the thread that serves requests parses and serializes
 * it.
 */
const maxCharacters = 8 * 1_048_576;

/** Converts Markdown to a JSON document. A document that would be too deep or too large becomes its source. */
export function boundedDocumentFromMarkdown(markdown: string, options: ReadOptions): RichDocument {
  const read = outcomeOf(() => {
    const document = documentFromMarkdown(markdown, options);
    requireShallow(document);
    if (JSON.stringify(document).length > maxCharacters) throw new TextProblem('it has too many blocks');
    return document;
  });
  return 'value' in read ? read.value : unparsedDocument(markdown, read.problem, options);
}

function requireShallow(document: RichDocument): void {
  let level: readonly unknown[] = [document];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) throw new TextProblem(tooDeep);
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
}
