import type { Context } from '../../core/context.ts';
import { sitesOriginAt } from '../../core/urls.ts';
import type { ReadSite, Site } from './sites.ts';

type Addressed = Pick<Site, 'id' | 'basename' | 'organizationHostname' | 'customHostname'>;

/** The properties of a site that determine its public URL. */
export type PublishedSite = Addressed & Pick<ReadSite, 'proxy' | 'published' | 'reading' | 'shareKey'>;

/** A part of a site with a path. */
interface Part {
  readonly path: string;
  readonly isDefault: boolean;
}

interface PublishedSection extends Part {
  readonly site: PublishedSite;
}

interface PublishedSiteSpace extends PublishedSection {
  readonly section: Part | null;
}

type Urls = Pick<Context, 'urls'>;

/**
 * The root URL of a site: at its custom hostname, otherwise at its basename below the hostname of its organization,
 * otherwise at its id below the domain of sites. See docs/reference/sites.md.
 */
export function siteRoot({ urls }: Urls, { id, basename, organizationHostname, customHostname }: Addressed): string {
  if (customHostname !== null) return `${sitesOriginAt(urls, customHostname)}/`;
  if (organizationHostname === null) return `${sitesOriginAt(urls, urls.sites)}/${id}/`;
  return `${sitesOriginAt(urls, `${organizationHostname}.${urls.sites}`)}/${segment(basename)}/`;
}

/**
 * The URL of a published site, with the caller's share key; null when it is not published. A preview shows the future
 * URL.
 */
export function publishedSiteUrl(ctx: Urls, site: PublishedSite): string | null {
  if (!site.published && site.reading !== 'visitor') return null;
  const root = proxyUrl(site) ?? siteRoot(ctx, site);
  return site.shareKey === undefined ? root : `${root}${segment(site.shareKey)}/`;
}

/** The URL of a section; null when the site is not published. The default section has the URL of the site. */
export function publishedSectionUrl(ctx: Urls, { site, path, isDefault }: PublishedSection): string | null {
  const root = publishedSiteUrl(ctx, site);
  return root && (isDefault ? root : `${root}${segment(path)}/`);
}

/** The URL of a site space; null when the site is not published. The default one has the URL of its section. */
export function publishedSiteSpaceUrl(
  ctx: Urls,
  { site, section, path, isDefault }: PublishedSiteSpace,
): string | null {
  const base = section ? publishedSectionUrl(ctx, { ...section, site }) : publishedSiteUrl(ctx, site);
  return base && (isDefault ? base : `${base}${segment(path)}/`);
}

/** The URL at which a proxy serves the site; null without a proxy. */
export const proxyUrl = ({ proxy }: Pick<Site, 'proxy'>): string | null =>
  proxy === null ? null : `https://${proxy}/`;

const segment = (path: string) => encodeURIComponent(path);
