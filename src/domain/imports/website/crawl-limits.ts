/** How far a crawl goes. Decisions, "Import"; quality B5. */
export interface CrawlLimits {
  readonly pages: number;
  /** All pages together. */
  readonly totalBytes: number;
  readonly pageBytes: number;
  /** Links from the first page. */
  readonly depth: number;
  readonly atOnce: number;
  readonly totalMs: number;
  readonly pageMs: number;
  /** Longest pause between two pages that a site may ask for. */
  readonly pauseMs: number;
  readonly sitemaps: number;
}

export const crawlLimits: CrawlLimits = {
  pages: 200,
  totalBytes: 52_428_800,
  pageBytes: 2_097_152,
  depth: 5,
  atOnce: 2,
  totalMs: 120_000,
  pageMs: 10_000,
  pauseMs: 2_000,
  sitemaps: 10,
};
