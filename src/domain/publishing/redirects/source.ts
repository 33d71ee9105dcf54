import { pathOf } from '../addresses/address.ts';

/** A source in its stored form, decoded and without empty segments, or the problem of the text. */
type StoredSource = { readonly source: string } | { readonly problem: string };

/** Maximum length of a source as written in a URL, in characters. */
export const maxSourceLength = 512;

/** Normalizes the source of a redirect: `/a//b/`, `/a/b` and `/%61/b` are equal, as for visitors. Case matters. */
export function normalizeSource(text: string): StoredSource {
  if (!text.startsWith('/')) return { problem: 'must begin with a slash' };
  if (/[?#\\\s]/u.test(text)) return { problem: 'must be a path without query, fragment, backslash or space' };
  if (/%2f/i.test(text)) return { problem: 'must not contain an encoded slash' };
  const segments = text
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
  const known = segments.filter((segment) => segment !== null);
  if (known.length < segments.length) return { problem: 'must be encoded as UTF-8 with %XX' };
  if (known.length === 0) return { problem: 'must not be the root of the site' };
  if (known.some((segment) => segment === '.' || segment === '..')) return { problem: 'must not contain dot segments' };
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  if (known.some((segment) => /[\u0000-\u001f\u007f]/.test(segment)))
    return { problem: 'must not contain control characters' };
  const source = pathOf(known);
  if (encodeSource(source).length > maxSourceLength)
    return { problem: `must have at most ${maxSourceLength} characters as a URL` };
  return { source };
}

/** Encodes a source for a URL: everything but letters, digits and `-._~`. */
export const encodeSource = (source: string): string => source.split('/').map(encoded).join('/');

const encoded = (segment: string) =>
  encodeURIComponent(segment).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function decoded(segment: string): string | null {
  if (!segment.isWellFormed()) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
