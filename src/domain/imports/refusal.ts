import { aboutUrl, failure, shorten } from '../../lib/errors.ts';

/** The 400 `import_refused` that says in one sentence why nothing was imported. */
export const importRefused = (sentence: string, cause?: unknown) =>
  failure('import_refused', sentence, cause === undefined ? {} : { cause });

/** For a request: names the field of the URL in what is refused of it. */
export const refusedUrl = (error: unknown): never => {
  throw aboutUrl(error, 'input.url');
};

/** A name from the outside, fit for a message: quoted, escaped, shortened. */
export const quote = (name: string) => JSON.stringify(shorten(name.toWellFormed())).replaceAll(/\p{C}/gu, '\uFFFD');
