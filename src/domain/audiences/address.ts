import { invalid } from '../../lib/errors.ts';
import { hashOf } from '../../lib/secret-token.ts';
import type { Urls } from '../context.ts';
import type { AddressedSite, SiteAddress } from './queries.ts';

/** A published URL, taken apart. */
export interface PublishedAddress {
  readonly host: string;
  /** Decoded, without empty ones. */
  readonly segments: readonly string[];
  /** The same segments as they are written in the URL, not decoded. */
  readonly raw: readonly string[];
}

/** Most characters of a URL that is looked up, and most segments of its path. */
export const maxUrlLength = 4_096;
const maxSegments = 100;

/** Takes a URL apart. Throws validation_failed for what is no http(s) URL. */
export function parsePublishedUrl(text: string): PublishedAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) throw invalid('input.url', 'input.url: must be an http(s) URL');
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  if (segments.length > maxSegments)
    throw invalid('input.url', `input.url: must have at most ${maxSegments} segments`, 'maxItems');
  return { host: url.hostname.toLowerCase(), segments: segments.map(decoded), raw: segments };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** What the parts of an address may mean before the site is known. */
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
    keyHashes: segments.slice(0, 2).map(hashOf),
    sources: starts.map((start) => pathOf(segments.slice(start))),
  };
}

/** Segments as the path of a page or of a redirect: `/guide/intro`, `/` for none. */
export const pathOf = (segments: readonly string[]): string => `/${segments.join('/')}`;

/** Segments as a prefix with both slashes: `/`, `/api/`. */
export const prefixOf = (segments: readonly string[]): string =>
  segments.length === 0 ? '/' : `/${segments.join('/')}/`;

/** The public address of a site, with a slash at its end. */
export function siteUrlOf(site: AddressedSite, { sites }: Pick<Urls, 'sites'>): string {
  if (site.customHostname !== null) return `https://${site.customHostname}/`;
  return site.organizationHostname === null
    ? `https://${sites}/${site.id}/`
    : `https://${site.organizationHostname}.${sites}/${site.basename}/`;
}
