import type { BusboyInstance } from '@fastify/busboy';

/** A parameter of a header field: its name, and its value as a token or a quoted string. */
const parameter = /;[ \t]*([\w*!#$%&'+.^`|~-]+)[ \t]*=[ \t]*("(?:\\.|[^"\\])*"|[^;]*)/g;

/**
 * Returns the Content-Disposition of a part with one spelling of the file name: `filename*` when it is well-formed
 * (RFC 8187), and `filename` otherwise. RFC 6266 prefers them in this order; a client sends `filename` beside it for
 * servers that do not know `filename*`.
 */
function withOneFileName(disposition: string): string {
  const extended = [...disposition.matchAll(parameter)].filter(([, name = '']) => /^filename\*$/i.test(name));
  const [, , value = ''] = extended[0] ?? [];
  const dropped = isWellFormed(value) ? /^filename$/i : /^filename\*$/i;
  return disposition.replaceAll(parameter, (whole, name: string) => (dropped.test(name) ? '' : whole));
}

/** Whether a value such as `UTF-8'en'na%C3%AFve.md` can be decoded. Quotes around it are wrong but common. */
function isWellFormed(value: string): boolean {
  const [, charset = '', encoded = ''] =
    /^"?(utf-8|iso-8859-1)'[\w-]*'((?:[\w!#$&+.^`|~-]|%[\da-f]{2})+)"?\s*$/i.exec(value) ?? [];
  if (charset.toLowerCase() !== 'utf-8') return charset !== '';
  try {
    return decodeURIComponent(encoded) !== '';
  } catch {
    return false;
  }
}

/** The parts of @fastify/busboy 3.2 that its types do not have. */
interface Internals {
  readonly _parser: {
    readonly parser: { prependListener(event: 'part', listen: (part: Part) => void): void };
  };
}

interface Part {
  prependListener(
    event: 'header',
    listen: (header: { readonly 'content-disposition'?: string[] | undefined }) => void,
  ): void;
}

/**
 * Lets a form name its files by `filename*`. @fastify/busboy 3.2.6 ignores it after `filename`, and takes the last of the
 * two otherwise. It gives no access to the headers of a part, so this listens before it does. Can be removed once
 * busboy prefers `filename*`.
 */
export function preferExtendedFileNames(form: BusboyInstance): void {
  const { parser } = (form as unknown as Internals)._parser;
  parser.prependListener('part', (part) =>
    part.prependListener('header', ({ 'content-disposition': disposition }) => {
      const [given] = disposition ?? [];
      if (disposition && given !== undefined) disposition[0] = withOneFileName(given);
    }),
  );
}
