import { decodePercent } from '../../../../lib/percent.ts';

/** The page to which an address of Confluence leads, and the heading or anchor in it. */
export interface OwnAddress {
  /** The id of the page; empty when the address names it by its title. */
  readonly id: string;
  readonly space: string;
  readonly title: string;
  /** With its `#`; empty without one. */
  readonly hash: string;
}

/**
 * Reads the address of a page of Confluence, in the cloud or on a server, on any host: by its id, by its space and title, or as a short
 * link. Null for other addresses. https://confluence.atlassian.com/confkb/the-differences-between-various-url-formats-278692715.html
 */
export function readOwnAddress(url: string): OwnAddress | null {
  const [, path = '', query = '', hash = ''] =
    /^(?:https?:\/\/[^/?#]{1,300})?(\/[^?#]{0,2000})(?:\?([^#]{0,2000}))?(#.{0,500})?$/.exec(url) ?? [];
  const inQuery = (name: string) => new URLSearchParams(query).get(name) ?? '';
  const id = /\/pages\/(?:edit-v2\/)?(\d{1,20})(?:\/|$)|\/blog\/(?:\d{4}\/\d\d\/\d\d\/)?(\d{5,20})(?:\/|$)/.exec(path);
  const found = { id: id?.[1] ?? id?.[2] ?? '', space: '', title: '', hash: decodePercent(hash) };
  if (found.id !== '') return found;
  if (/\/pages\/(?:viewpage|releaseview)\.action$/.test(path)) {
    const byId = { ...found, id: inQuery('pageId'), space: inQuery('spaceKey'), title: inQuery('title') };
    return byId.id === '' && byId.title === '' ? null : byId;
  }
  const short = /\/x\/([\w-]{1,20})$/.exec(path)?.[1];
  if (short !== undefined) return { ...found, id: idOfShort(short) };
  const [, space = '', title = ''] =
    /\/display\/([^/]{1,255})\/(?:\d{4}\/\d\d\/\d\d\/)?([^/]{1,500})$/.exec(path) ?? [];
  return title === ''
    ? null
    : { ...found, space: decodePercent(space), title: decodePercent(title.replaceAll('+', ' ')) };
}

/** The id that a short link encodes: its bytes from the lowest on. */
function idOfShort(short: string): string {
  const bytes = Buffer.from(short.replaceAll('-', '/').replaceAll('_', '+'), 'base64');
  return [...bytes].reduceRight((id, byte) => id * 256n + BigInt(byte), 0n).toString();
}

/** An anchor without the title of its page, which servers write before it. */
export const ownHash = (hash: string, title: string): string => {
  const prefix = `#${title.replaceAll(/\s+/g, '')}-`;
  return hash.startsWith(prefix) ? `#${hash.slice(prefix.length)}` : hash;
};
