import { decodePercent } from '../../../lib/percent.ts';
import type { Urls } from '../../core/context.ts';

/** The kind of reference that a URL in a text is, judged by its syntax alone. */
export type UrlReference =
  /** An anchor on the same page. */
  | { readonly kind: 'here'; readonly anchor: string | null }
  /** A page or file of the space, by its id. */
  | { readonly kind: 'page' | 'file'; readonly targetId: string; readonly anchor: string | null }
  /** A URL of the application or the API, with the ids that it names. */
  | {
      readonly kind: 'app';
      readonly spaceId: string | null;
      readonly targetId: string | null;
      readonly anchor: string | null;
    }
  | { readonly kind: 'url' }
  | { readonly kind: 'nowhere' }
  | { readonly kind: 'relative'; readonly path: string; readonly anchor: string | null };

/** Classifies a URL in a text of a space. A relative URL is a path in the page tree. */
export function classifyUrl({ urls, spaceId: own }: TextPlace, url: string): UrlReference {
  const [address = '', fragment] = url.split(/#(.*)/s);
  const anchor = fragment ? decoded(fragment) : null;
  if (address === '') return { kind: 'here', anchor };
  const id = /^(?:\/pages\/(?=pg_)|\/files\/(?=file_))?((pg|file)_[\w-]{20})$/.exec(address);
  if (id) return { kind: id[2] === 'pg' ? 'page' : 'file', targetId: id[1] ?? '', anchor };
  const scheme = /^[a-z][a-z\d+.-]*(?=:)/i.exec(address)?.[0].toLowerCase();
  const [, from, fileId] =
    (scheme === undefined || /^https?$/.test(scheme) ? download.exec(decoded(address)) : null) ?? [];
  if (from === own && fileId !== undefined) return { kind: 'file', targetId: fileId, anchor };
  const inApp = appPath(urls, address) ?? /^\/?(spaces\/spc_[\w-]{20}.*)/.exec(address)?.[1];
  if (inApp !== undefined) {
    const [, spaceId = null, targetId = null] = appTarget.exec(inApp) ?? [];
    return { kind: 'app', spaceId, targetId, anchor };
  }
  if (address.startsWith('//')) return { kind: 'url' };
  if (scheme === undefined) return { kind: 'relative', path: address.replace(/\?.*/s, ''), anchor };
  return ['javascript', 'vbscript', 'data'].includes(scheme) ? { kind: 'nowhere' } : { kind: 'url' };
}

/** Where a text stands. */
export interface TextPlace {
  readonly urls: Urls;
  readonly spaceId: string;
}

/**
 * The URL of a download, whose signature ends after an hour. Its host may be a former one of the service: the ids tell which
 * file is meant.
 */
const download = /(?:^|\/)files\/(spc_[\w-]{20})\/(file_[\w-]{20})(?![\w-])/;

const appTarget =
  /^(?:v1\/)?(?:spaces|files)\/([\w-]{1,64})(?:\/(?:content\/)?(?:(?:pages?|files)\/)?(\w{1,40}_[\w-]{20}))?/;

/** The path of a URL below the base URL of the application or the API; undefined for other URLs. */
function appPath(urls: Urls, address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  const { href } = new URL(address);
  const base = [urls.app, urls.base].find((known) => `${href}/`.startsWith(`${known}/`));
  return base && href.slice(base.length + 1);
}

/**
 * Lists the slug paths that a relative URL may mean, in order of precedence: relative to the parent of its page, then
 * below the page.
 */
export function candidatePaths(from: string | null, url: string): string[] {
  const own = from ?? '';
  // A leading `//` would be parsed as a host.
  const path = url.replace(/^[/\\]+/, '/');
  const folders = path.startsWith('/') ? [''] : [own.slice(0, Math.max(0, own.lastIndexOf('/'))), own];
  // `/pages/guide/start` means `/guide/start`, unless a page is named `pages`.
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
      .map((slug) => decoded(slug).normalize('NFC'));
    const last = slugs.pop()?.replace(/\.(?:md|markdown|mdx|html?)$/i, '') ?? '';
    return [[...slugs, ...(/^(?:|readme|index)$/i.test(last) ? [] : [last])].join('/')];
  });
  return [...new Set(found)].filter((one) => one !== '' && Buffer.byteLength(one) <= maxPathBytes);
}

/** The file name at the end of a relative path; null when the path is that of a page. */
export function fileNameIn(path: string): string | null {
  const name = decoded(path.split(/[/\\]/).at(-1) ?? '');
  return /\.(?!md$|markdown$|mdx$|html?$)\w{1,10}$/i.test(name) ? name : null;
}

/** Maximum length of a path, in bytes. Longer keys do not fit into an index row. */
const maxPathBytes = 1_000;

/** PostgreSQL cannot store NUL, so it is replaced. */
const decoded = (text: string) => decodePercent(text).replaceAll('\0', '\uFFFD');
