import { markdownFromDocument } from './write/markdown-from-document.ts';

/** Maximum number of source characters that are parsed again for one document. */
const maxReparsedCharacters = 2_000_000;

/** Writes a document as Markdown, within the limits of a worker. Throws as `markdownFromDocument`. */
export const boundedMarkdownFromDocument = (document: unknown, path: string, page: string | null): string =>
  markdownFromDocument(document, path, { maxReparsedCharacters, maxMs: 2_000, page });
