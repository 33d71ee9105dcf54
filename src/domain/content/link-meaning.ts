import { decodePercent } from '../../lib/percent.ts';
import type { Urls } from '../context.ts';

/** What an address in a text means before anything is looked up. */
export type LinkMeaning =
  /** A place on the page it stands on. */
  | { readonly kind: 'here'; readonly anchor: string | null }
  /** Something of the space, by its id. */
  | { readonly kind: 'page' | 'file'; readonly targetId: string; readonly anchor: string | null }
  /** A place of the application; ids as far as it names any. */
  | {
      readonly kind: 'app';
      readonly spaceId: string | null;
      readonly targetId: string | null;
      readonly anchor: string | null;
    }
  | { readonly kind: 'url' }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'relative'; readonly path: string; readonly anchor: string | null };

/** Reads an address; relative ones are paths among the pages. */
export function meaningOf(urls: Urls, url: string): LinkMeaning {
  const [address = '', fragment] = url.split(/#(.*)/s);
  const anchor = fragment ? decoded(fragment) : null;
  if (address === '') return { kind: 'here', anchor };
  const id = /^(?:\/pages\/(?=pg_)|\/files\/(?=file_))?((pg|file)_[\w-]{20})$/.exec(address);
  if (id) return { kind: id[2] === 'pg' ? 'page' : 'file', targetId: id[1] ?? '', anchor };
  const place = appPath(urls, address) ?? /^\/?(spaces\/spc_[\w-]{20}.*)/.exec(address)?.[1];
  if (place !== undefined) {
    const [, spaceId = null, targetId = null] = appPlace.exec(place) ?? [];
    return { kind: 'app', spaceId, targetId, anchor };
  }
  if (address.startsWith('//')) return { kind: 'url' };
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(address)?.[0].toLowerCase();
  if (scheme === undefined) return { kind: 'relative', path: address.replace(/\?.*/s, ''), anchor };
  return ['javascript', 'vbscript', 'data'].includes(scheme) ? { kind: 'nowhere' } : { kind: 'url' };
}

const appPlace =
  /^(?:v1\/)?(?:spaces|files)\/([\w-]{1,64})(?:\/(?:content\/)?(?:(?:pages?|files)\/)?(\w{1,40}_[\w-]{20}))?/;

/** What follows the address of the application or of the API; undefined for other addresses. */
function appPath(urls: Urls, address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const { href } = new URL(address);
  const base = [urls.app, urls.base].find((known) => `${href}/`.startsWith(`${known}/`));
  return base && href.slice(base.length + 1);
}

/** The places among the pages that a relative path may mean, as paths of slugs: beside the page, then below it. */
export function candidatePaths(from: string | null, url: string): string[] {
  const own = from ?? '';
  // Slashes alone would be taken for a host.
  const path = url.replace(/^[/\\]+/, '/');
  const folders = path.startsWith('/') ? [''] : [own.slice(0, Math.max(0, own.lastIndexOf('/'))), own];
  // `/pages/guide/start` is `/guide/start`, unless there is a page of that name.
  const spellings = /^\/pages\/./.test(path) ? [path, path.slice('/pages'.length)] : [path];
  const pairs = folders.flatMap((folder) => spellings.map((spelling) => ({ folder, spelling })));
  const found = pairs.flatMap(({ folder, spelling }) => {
    const base = new URL(
      folder === '' ? 'http://x/' : `http://x/${folder.split('/').map(encodeURIComponent).join('/')}/`,
    );
    if (!URL.canParse(spelling, base)) return [];
    const { pathname } = new URL(spelling, base);
    const slugs = pathname
      .split('/')
      .filter((slug) => slug !== '')
      .map(decoded);
    const last = slugs.pop()?.replace(/\.(?:md|markdown|mdx|html?)$/i, '') ?? '';
    return [[...slugs, ...(/^(?:|readme|index)$/i.test(last) ? [] : [last])].join('/')];
  });
  return [...new Set(found)].filter((one) => one !== '' && Buffer.byteLength(one) <= maxPathBytes);
}

/** The name that a relative path ends in, when it is that of a file and not of a page. */
export function fileNameIn(path: string): string | null {
  const name = decoded(path.split(/[/\\]/).at(-1) ?? '');
  return /\.(?!md$|markdown$|mdx$|html?$)\w{1,10}$/i.test(name) ? name : null;
}

/** What an index takes with ease. */
const maxPathBytes = 1_000;

/** NUL cannot be stored. */
const decoded = (text: string) => decodePercent(text).replaceAll('\0', '\uFFFD');
