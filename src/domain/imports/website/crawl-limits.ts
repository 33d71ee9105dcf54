/** Limits of a crawl. See docs/reference/imports.md. */
export interface CrawlLimits {
  readonly pages: number;
  /** Size of all pages, without scripts and styles. */
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

/** The limits that are no settings. `IMPORT_MAX_PAGES` limits the pages. */
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
