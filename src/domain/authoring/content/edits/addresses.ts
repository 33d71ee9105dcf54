import { storedTextOf } from '../../../../text/content/changes.ts';
import type { PreparedOperation, PreparedText } from './prepared.ts';

/** Maps the refs of a request to the URLs of the pages and files they name: `/pages/pg_…`, `/files/file_…`. */
export function urlsByRef(operations: readonly PreparedOperation[]): ReadonlyMap<string, string> {
  return new Map(
    operations.flatMap(({ input, newId, files }) => [
      ...(input.operation === 'insert_page' && input.ref ? [[input.ref, `/pages/${newId}`] as const] : []),
      ...files.flatMap(({ ref, id }) => (ref === null ? [] : [[ref, `/files/${id}`] as const])),
    ]),
  );
}

const byRef = /^(?:\.\/)?([\w-]{1,100})(#.*)?$/s;

/** Replaces links to `./ref` with the URL of what the ref names, because refs are known only within their request. */
export function resolveRefLinks(text: PreparedText, addresses: ReadonlyMap<string, string>): PreparedText {
  const { markdown, urls = [] } = text;
  let shift = 0;
  let written = markdown;
  const moved = urls
    .toSorted((left, right) => left.start - right.start)
    .map((found) => {
      const [start, end] = [found.start + shift, found.end + shift];
      const [, ref = '', anchor = ''] = byRef.exec(markdown.slice(found.start, found.end)) ?? [];
      const address = addresses.get(ref);
      if (address === undefined) return { ...found, start, end };
      const url = `${address}${anchor}`;
      written = `${written.slice(0, start)}${url}${written.slice(end)}`;
      shift += url.length - (found.end - found.start);
      return { ...found, url, start, end: start + url.length };
    });
  return { ...text, ...storedTextOf(written), urls: moved };
}
