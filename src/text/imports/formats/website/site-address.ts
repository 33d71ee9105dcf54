import { decodePercent } from '../../../../lib/percent.ts';
import { findContentType } from '../../../../lib/media-types.ts';
import { isPagePath } from '../../unpack/source-path.ts';

/** The part of a website to import: the paths of one origin at or below `folder`. */
export interface SiteScope {
  readonly origin: string;
  /** Ends in `/`. */
  readonly folder: string;
}

/**
 * Determines the scope of a start URL. `/docs/` and `/docs` include the paths below, `/docs/intro` its sibling paths: a
 * single segment is a section, the last of several segments is a page.
 */
export function scopeOf(start: string): SiteScope {
  const { origin, pathname } = new URL(start);
  const isSection = /^\/[^/.]+$/.test(pathname);
  return { origin, folder: isSection ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf('/') + 1) };
}

/**
 * Normalizes the URL of a page of the site: no fragment, `index.html`, `.html` or trailing slash. Null for other URLs. URLs
 * with a query are excluded, because most of them are filters and calendars.
 */
export function pageAddress(scope: SiteScope, href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const { origin, pathname, search, username } = new URL(href, base);
  if (origin !== scope.origin || search !== '' || username !== '' || pathname.length > maxPathLength) return null;
  if (pathname !== scope.folder.slice(0, -1) && !pathname.startsWith(scope.folder)) return null;
  if (findContentType(pathname) !== undefined && !isPagePath(pathname)) return null;
  if (/\.(?:css|js|mjs|map|json|xml|rss|atom|txt|woff2?|md|mdx|markdown)$/i.test(pathname)) return null;
  return `${origin}${pathname
    .replace(/\/index\.html?$/i, '/')
    .replace(/(?<=[^/])\.html?$/i, '')
    .replace(/\/+$/, '')}`;
}

/** Path of a page relative to the folder of the site, with the extension `.md`. */
export function pagePath({ origin, folder }: SiteScope, address: string): string {
  const below = address.slice(origin.length + folder.length);
  const segments = below
    .split('/')
    .map((segment) => decodePercent(segment).replaceAll(/[\\/\p{Cc}]/gu, '-'))
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.length === 0 ? 'index.md' : `${segments.join('/')}.md`;
}

const maxPathLength = 500;
