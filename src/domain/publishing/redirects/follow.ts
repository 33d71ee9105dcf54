import { notFound } from '../../../lib/errors.ts';
import { findPage } from '../../authoring/content/pages.ts';
import { getContent } from '../../authoring/content/revisions.ts';
import type { Context } from '../../core/context.ts';
import type { ReadSite } from '../sites/sites.ts';
import { loadStructure, type SiteSection, type SiteSpace } from '../structure/structure.ts';
import { publishedSectionUrl, publishedSiteSpaceUrl } from '../sites/urls.ts';
import { asReader } from '../sites/visibility.ts';
import { findRedirectFrom } from './queries.ts';
import { normalizeSource } from './source.ts';
import type { SiteRedirect } from './redirects.ts';

/** A redirect with the URL to which it leads. */
export interface FollowedRedirect {
  readonly redirect: SiteRedirect;
  readonly target: string;
}

/**
 * Gets the redirect from a path of a site that the caller may read, with its target URL. Throws not_found when there is
 * none, or its target is not published or not visible to the caller.
 */
export async function followRedirect(ctx: Context, site: ReadSite, source: string): Promise<FollowedRedirect> {
  const asked = normalizeSource(source);
  const row = 'source' in asked ? await findRedirectFrom(ctx.sql, site.id, asked.source) : null;
  const redirect = row as SiteRedirect | null;
  const target = redirect && (await loadTarget(ctx, site, redirect));
  if (redirect === null || target === null) throw notFound('site redirect', source);
  return { redirect, target };
}

async function loadTarget(ctx: Context, site: ReadSite, { destination }: SiteRedirect): Promise<string | null> {
  if (destination.kind === 'url') return destination.url;
  const { sections, siteSpaces } = await loadStructure(ctx, site);
  if (destination.kind === 'site-section')
    return loadUrl(ctx, sections, destination.siteSectionId, publishedSectionUrl);
  const base = loadUrl(ctx, siteSpaces, destination.siteSpaceId, publishedSiteSpaceUrl);
  if (base === null || destination.kind === 'site-space') return base;
  const reader = asReader(ctx, site);
  const shown = siteSpaces.find(({ id }) => id === destination.siteSpaceId);
  const page = shown && (await findPage(reader, await getContent(reader, shown.spaceId), destination.pageId));
  return page?.path ? `${base}${page.path.split('/').map(encodeURIComponent).join('/')}` : null;
}

function loadUrl<Part extends SiteSection | SiteSpace>(
  ctx: Context,
  parts: readonly Part[],
  id: string,
  publishedUrl: (ctx: Context, part: Part) => string | null,
): string | null {
  const part = parts.find((one) => one.id === id);
  return part === undefined ? null : publishedUrl(ctx, part);
}
