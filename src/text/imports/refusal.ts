import { withUrlPath, failure, shorten } from '../../lib/errors.ts';

/** A 400 `import_refused` error. `sentence` states why nothing was imported. */
export const importRefused = (sentence: string, cause?: unknown) =>
  failure('import_refused', sentence, cause === undefined ? {} : { cause });

/** Rethrows an error about the URL with the request field `input.url`. */
export const refusedUrl = (error: unknown): never => {
  throw withUrlPath(error, 'input.url');
};

/** Quotes, escapes and shortens an untrusted name for an error message. */
export const quote = (name: string) => JSON.stringify(shorten(name.toWellFormed())).replaceAll(/\p{C}/gu, '\uFFFD');
