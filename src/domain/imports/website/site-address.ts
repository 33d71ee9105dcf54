import { decodePercent } from '../../../lib/percent.ts';
import { contentTypeOf } from '../content-type.ts';
import { isPagePath } from '../source-path.ts';

/** The part of a website that an import takes: one origin, and the paths that are or lie below `folder`. */
export interface SiteScope {
  readonly origin: string;
  /** Ends in `/`. */
  readonly folder: string;
}

/**
 * The part of a site that an address stands for. `/docs/` and `/docs` mean what lies below, `/docs/intro` what lies
 * beside it: one name alone is a section, the last of several is a page.
 */
export function scopeOf(start: string): SiteScope {
  const { origin, pathname } = new URL(start);
  const isSection = /^\/[^/.]+$/.test(pathname);
  return { origin, folder: isSection ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf('/') + 1) };
}

/**
 * The address of a page of the site in its one spelling (no fragment, no query, no `index.html`, no final slash), or
 * null for what is no page of it. Pages told apart by a query alone are calendars and filters more often than pages.
 */
export function pageAddress(scope: SiteScope, href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const { origin, pathname, search, username } = new URL(href, base);
  if (origin !== scope.origin || search !== '' || username !== '' || pathname.length > maxPathLength) return null;
  if (pathname !== scope.folder.slice(0, -1) && !pathname.startsWith(scope.folder)) return null;
  if (contentTypeOf(pathname) !== undefined && !isPagePath(pathname)) return null;
  if (/\.(?:css|js|mjs|map|json|xml|rss|atom|txt|woff2?|md|mdx|markdown)$/i.test(pathname)) return null;
  return `${origin}${pathname
    .replace(/\/index\.html?$/i, '/')
    .replace(/(?<=[^/])\.html?$/i, '')
    .replace(/\/+$/, '')}`;
}

/** Where a page lies in the tree: relative to the folder of the site, named as a Markdown file would be. */
export function pagePath({ origin, folder }: SiteScope, address: string): string {
  const below = address.slice(origin.length + folder.length);
  const segments = below
    .split('/')
    .map((segment) => decodePercent(segment).replaceAll(/[\\/\p{Cc}]/gu, '-'))
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.length === 0 ? 'index.md' : `${segments.join('/')}.md`;
}

const maxPathLength = 500;
