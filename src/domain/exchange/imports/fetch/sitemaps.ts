import { DomainError } from '../../../../lib/errors.ts';
import type { Context } from '../../../core/context.ts';
import type { CrawlLimits } from '../../../../text/imports/formats/website/crawl-limits.ts';
import type { Robots } from './robots.ts';
import type { SiteScope } from '../../../../text/imports/formats/website/site-address.ts';
import { readSitemap } from '../../../../text/imports/formats/website/sitemap.ts';

/** Lists the URLs in the sitemaps of a site: those named by its robots.txt, otherwise those at the default locations. */
export async function findSitemapPages(
  ctx: Context,
  { origin, folder }: SiteScope,
  robots: Robots,
  limits: CrawlLimits,
): Promise<string[]> {
  const usual = new Set([`${origin}${folder}sitemap.xml`, `${origin}/sitemap.xml`]);
  const queue = robots.sitemaps.length > 0 ? [...robots.sitemaps] : [...usual];
  const sitemapUrls = new Set<string>();
  const pages = new Set<string>();
  for (const url of queue) {
    if (sitemapUrls.size >= limits.sitemaps || pages.size >= limits.pages) break;
    if (sitemapUrls.has(url) || !URL.canParse(url) || new URL(url).origin !== origin || !robots.allows(url)) continue;
    sitemapUrls.add(url);
    // Sequential, because an index adds further sitemaps.
    const sitemap = readSitemap(await fetchText(ctx, url, limits));
    for (const page of sitemap.pages) if (pages.size < limits.pages) pages.add(page);
    queue.push(...sitemap.sitemaps.slice(0, limits.sitemaps));
  }
  return [...pages];
}

/** Fetches a sitemap. Empty on failure, because sitemaps are optional. */
async function fetchText(ctx: Context, url: string, limits: CrawlLimits): Promise<string> {
  try {
    const { status, body } = await ctx.fetch(url, {
      maxBodyBytes: maxSitemapBytes,
      timeoutMs: limits.pageMs,
      signal: ctx.signal,
    });
    return status === 200 ? body.toString('utf8') : '';
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return '';
    throw error;
  }
}

const maxSitemapBytes = 4_194_304;
