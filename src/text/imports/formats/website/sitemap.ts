import { XMLParser } from 'fast-xml-parser';
import * as z from 'zod';

/** Pages and further sitemaps listed by a sitemap. https://www.sitemaps.org/protocol.html */
export interface Sitemap {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

const Locations = z.array(z.object({ loc: z.string() }).catch({ loc: '' }));
const Document = z.object({
  urlset: z.object({ url: Locations }).optional().catch(undefined),
  sitemapindex: z.object({ sitemap: Locations }).optional().catch(undefined),
});

/** Reads a sitemap. Invalid ones are empty. Only the predefined XML entities are expanded. */
export function readSitemap(xml: string): Sitemap {
  const found = Document.safeParse(parse(xml)).data;
  const urls = (entries: z.infer<typeof Locations> = []) =>
    entries.map(({ loc }) => loc.trim()).filter((loc) => loc !== '');
  return { pages: urls(found?.urlset?.url), sitemaps: urls(found?.sitemapindex?.sitemap) };
}

function parse(xml: string): unknown {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return null;
  try {
    return parser.parse(xml);
  } catch {
    return null;
  }
}

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => name === 'url' || name === 'sitemap',
});
