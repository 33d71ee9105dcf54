import { markdownFromDocument } from './write/markdown-from-document.ts';

/** Limits of writing one document in a worker: characters of sources that are parsed again, and the time of a parse. */
export const writeLimits = { maxReparsedCharacters: 2_000_000, maxMs: 2_000 } as const;

/** Writes a document as Markdown, within the limits of a worker. Throws as `markdownFromDocument`. */
export const boundedMarkdownFromDocument = (document: unknown, path: string, page: string | null): string =>
  markdownFromDocument(document, path, { ...writeLimits, page });
