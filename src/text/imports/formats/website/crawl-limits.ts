/** Limits of a crawl. See docs/reference/imports.md. */
export interface CrawlLimits {
  readonly pages: number;
  /** Size of all pages, without scripts and styles, in bytes. */
  readonly totalBytes: number;
  readonly pageBytes: number;
  /** Maximum number of links between the start page and a page. */
  readonly depth: number;
  readonly concurrency: number;
  readonly totalMs: number;
  readonly pageMs: number;
  /** Maximum crawl delay that is respected, in milliseconds. */
  readonly pauseMs: number;
  readonly sitemaps: number;
}

/** Limits that are not settings. `IMPORT_MAX_PAGES` limits the number of pages. */
export const crawlLimits: Omit<CrawlLimits, 'pages'> = {
  totalBytes: 268_435_456,
  pageBytes: 2_097_152,
  depth: 5,
  concurrency: 2,
  totalMs: 1_800_000,
  pageMs: 10_000,
  pauseMs: 2_000,
  sitemaps: 10,
};
