import { invalid } from '../../../lib/errors.ts';
import { hashSecret } from '../../../lib/secret-token.ts';
import type { Urls } from '../../core/context.ts';
import type { SiteAddress } from './queries.ts';

/** A published URL, split into its host and path segments. */
export interface PublishedAddress {
  readonly host: string;
  /** Decoded path segments, without empty ones and those of the view. */
  readonly segments: readonly string[];
  /** The segments as written in the URL, still percent-encoded. */
  readonly raw: readonly string[];
  readonly view: AddressedView | null;
  /** The query with its `?`; empty without one. */
  readonly search: string;
}

const viewNames = ['changes', 'revisions', 'at'] as const;

/** The segments of a URL that ask for other content than the published one: `~/changes/3`. */
export interface AddressedView {
  readonly name: (typeof viewNames)[number];
  readonly value: string;
  /** Number of segments before it. */
  readonly start: number;
}

/** What begins the own addresses of a space on a site, below which no page is found. */
export const ownAddresses = '~';

/** Path of a view, with a slash at its end. */
export const viewPath = ({ name, value }: Pick<AddressedView, 'name' | 'value'>): string =>
  `${ownAddresses}/${name}/${encodeURIComponent(value)}/`;

/** Maximum length of a URL, in characters, and maximum number of its path segments. */
export const maxUrlLength = 4_096;
const maxSegments = 100;

/** Splits a URL. Throws validation_failed unless it is an http(s) URL. */
export function parsePublishedUrl(text: string): PublishedAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid('input.url', 'input.url: must be an http(s) URL');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > maxSegments)
    throw invalid('input.url', `input.url: must have at most ${maxSegments} segments`, 'maxItems');
  const view = findView(segments.map(decoded));
  const raw = view === null ? segments : segments.toSpliced(view.start, 3);
  return { host: url.hostname.toLowerCase(), segments: raw.map(decoded), raw, view, search: url.search };
}

function findView(segments: readonly string[]): AddressedView | null {
  const start = segments.indexOf(ownAddresses);
  const name = viewNames.find((one) => start >= 0 && one === segments[start + 1]);
  const value = segments[start + 2];
  return name === undefined || value === undefined ? null : { name, value, start };
}

/** A segment as it names something. The database knows no NUL, so that one with it names nothing. */
function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? segment : text;
  } catch {
    return segment;
  }
}

/**
 * Derives every lookup key that a URL may contain: hostname, basename, site id, share key and redirect source. Only the
 * lookup tells which of them exist.
 */
export function siteAddressOf({ host, segments }: PublishedAddress, { sites }: Pick<Urls, 'sites'>): SiteAddress {
  const first = segments[0]?.toLowerCase() ?? null;
  const label = host.endsWith(`.${sites}`) ? host.slice(0, -sites.length - 1) : null;
  const isShared = host === sites;
  const starts = [0, 1, 2].filter((start) => start <= segments.length);
  return {
    hostname: isShared || label !== null ? null : host,
    organization: label,
    basename: label === null ? null : first,
    siteId: isShared ? (segments[0] ?? null) : null,
    keyHashes: segments.slice(0, 2).map(hashSecret),
    sources: starts.map((start) => pathOf(segments.slice(start))),
  };
}

/** Joins segments to the path of a page or redirect: `/guide/intro`, or `/` for no segments. */
export const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`;

/** Joins segments to a path prefix with a leading and a trailing slash: `/`, `/api/`. */
export const prefixOf = (segments: readonly string[]): string =>
  segments.length === 0 ? '/' : `/${segments.join('/')}/`;
