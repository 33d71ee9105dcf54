import { DomainError, withUrlPath, failure, shorten } from '../../lib/errors.ts';
import type { LeftOutPages } from './import-tree.ts';

/** A 400 `import_refused` error. `sentence` states why nothing was imported. */
export const importRefused = (sentence: string, cause?: unknown) =>
  failure('import_refused', sentence, cause === undefined ? {} : { cause });

const noPages = 'The archive contains no Markdown or HTML page (.md, .markdown, .mdx, .html, .htm)';

/** The refusal of a source that has no page at all. */
export const withoutPages = () => importRefused(noPages);

/** Whether a source was refused because it has no page at all. Errors of workers keep nothing but their type and words. */
export const isWithoutPages = (error: unknown): boolean =>
  error instanceof DomainError && error.type === 'import_refused' && error.message === noPages;

/** A 409 `import_partial` error: the import would leave out most pages, and was not told that it may. */
export const importPartial = ({ pages, of, reason }: LeftOutPages) =>
  failure(
    'import_partial',
    `The import would leave out ${pages} of ${of} pages: ${reason}. Preview it, and send allowPartial to import the others`,
  );

/** Rethrows an error of an import with the field of the request that it is about. */
export const refusedImport = (error: unknown): never => {
  const isPartial = error instanceof DomainError && error.type === 'import_partial';
  throw withUrlPath(error, isPartial ? 'input.allowPartial' : 'input.url');
};

/** Quotes, escapes and shortens an untrusted name for an error message. */
export const quote = (name: string) => JSON.stringify(shorten(name.toWellFormed())).replaceAll(/\p{C}/gu, '\uFFFD');
