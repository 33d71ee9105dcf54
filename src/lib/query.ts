/** A part of a query as it was written, `name=value`, by its decoded name. */
const nameOf = (part: string): string => new URLSearchParams(part).keys().next().value ?? '';

/** The parts of a query with some names, as they were written. */
export const selectQuery = (search: string, isKept: (name: string) => boolean): string =>
  search
    .split('&')
    .filter((part) => part !== '' && isKept(nameOf(part)))
    .join('&');

/** A URL with a query behind its own one, whose names come first. */
export function withQuery(url: string, search: string): string {
  const target = new URL(url);
  const added = selectQuery(search, (name) => !target.searchParams.has(name));
  if (added === '') return url;
  target.search = target.search === '' ? added : `${target.search}&${added}`;
  return target.href;
}
