/** Limits of a crawl. See docs/reference/imports.md. */
export interface CrawlLimits {
  readonly pages: number;
  /** Size of all pages. */
  readonly totalBytes: number;
  readonly pageBytes: number;
  /** Links between the first page and a page. */
  readonly depth: number;
  readonly concurrency: number;
  readonly totalMs: number;
  readonly pageMs: number;
  /** Longest crawl delay that is honoured. */
  readonly pauseMs: number;
  readonly sitemaps: number;
}

export const crawlLimits: CrawlLimits = {
  pages: 200,
  totalBytes: 52_428_800,
  pageBytes: 2_097_152,
  depth: 5,
  concurrency: 2,
  totalMs: 120_000,
  pageMs: 10_000,
  pauseMs: 2_000,
  sitemaps: 10,
};
