import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../../lib/errors.ts';
import type { Context } from '../../../core/context.ts';
import { mediaTypeIn } from '../../../../lib/media-types.ts';
import type { ImportNote } from '../../../../text/imports/import-tree.ts';
import { importRefused, quote } from '../../../../text/imports/refusal.ts';
import { findCharset, decodeText } from '../../../../text/imports/unpack/text.ts';
import { type CrawlLimits, crawlLimits } from '../../../../text/imports/formats/website/crawl-limits.ts';
import type { CrawledPage, CrawledSite } from '../../../../text/imports/formats/website/crawled-site.ts';
import { readPageLinks, withoutScripts } from '../../../../text/imports/formats/website/page-links.ts';
import { fetchRobots, type Robots } from './robots.ts';
import { pageAddress, scopeOf, type SiteScope } from '../../../../text/imports/formats/website/site-address.ts';
import { findSitemapPages } from './sitemaps.ts';

export interface CrawlOptions {
  readonly limits?: Partial<CrawlLimits>;
  readonly onPage?: ((pages: number, found: number) => void) | undefined;
}

/**
 * Crawls a site from a start page, within its origin and folder, as its robots.txt allows. Sitemaps add pages to which
 * no page links. Stops at the limits and notes the remaining pages. Throws import_refused and fetch_… when the start
 * page cannot be fetched.
 */
export async function crawlSite(ctx: Context, start: string, options: CrawlOptions = {}): Promise<CrawledSite> {
  const limits = { ...crawlLimits, pages: ctx.config.IMPORT_MAX_PAGES, ...options.limits };
  const first = await fetchPage(ctx, start, limits.pageMs, limits);
  if ('reason' in first) throw importRefused(`Expected a website, but ${quote(start)}: ${first.reason}`);
  const scope = scopeOf(withoutAddedSlash(start, first.url));
  const robots = await fetchRobots(ctx, scope.origin);
  if (!robots.allows(first.url))
    throw importRefused(`The robots.txt of ${scope.origin} disallows fetching ${quote(first.url)}`);
  const crawl = new Crawl(ctx, { scope, robots, limits, options });
  crawl.accept(pageAddress(scope, first.url, first.url) ?? first.url, first, 0);
  crawl.enqueue(await findSitemapPages(ctx, scope, robots, limits), 1);
  await crawl.run();
  return { scope, pages: crawl.pages, notes: crawl.notes };
}

interface QueuedUrl {
  readonly address: string;
  readonly depth: number;
}

interface CrawlSettings {
  readonly scope: SiteScope;
  readonly robots: Robots;
  readonly limits: CrawlLimits;
  readonly options: CrawlOptions;
}

/** State of a crawl: known URLs, queued URLs and fetched pages. */
class Crawl {
  readonly pages: CrawledPage[] = [];
  readonly notes: ImportNote[] = [];
  readonly #known = new Set<string>();
  readonly #fetched = new Set<string>();
  readonly #queue: QueuedUrl[] = [];
  readonly #ctx: Context;
  readonly #settings: CrawlSettings;
  readonly #deadline: number;
  #bytes = 0;
  #inFlight = 0;
  #nextAt = 0;

  constructor(ctx: Context, settings: CrawlSettings) {
    this.#ctx = ctx;
    this.#settings = settings;
    this.#deadline = performance.now() + settings.limits.totalMs;
  }

  /** Queues the URLs of new pages of the site, in order. */
  enqueue(urls: readonly string[], depth: number, base = this.#settings.scope.origin): void {
    const { scope, limits } = this.#settings;
    for (const url of urls) {
      const address = pageAddress(scope, url, base);
      if (address === null || this.#known.has(address) || this.#known.size >= limits.pages * urlsPerPage) continue;
      this.#known.add(address);
      if (depth > limits.depth) this.#note(address, `It is more than ${limits.depth} links away from the first page`);
      else this.#queue.push({ address: url, depth });
    }
  }

  async run(): Promise<void> {
    const { concurrency } = this.#settings.limits;
    const worker = async () => {
      for (;;) {
        const next = this.#queue.shift();
        if (!next && this.#inFlight === 0) return;
        // A page being fetched may add more.
        await (next ? this.#take(next) : sleep(20));
      }
    };
    await Promise.all(Array.from({ length: this.#settings.robots.pauseMs > 0 ? 1 : concurrency }, worker));
  }

  async #take({ address, depth }: QueuedUrl): Promise<void> {
    const stop = this.#limitReached();
    if (stop !== null) return this.#note(address, stop);
    // Checking a URL against a long robots.txt takes milliseconds, so yield first.
    await setImmediate();
    if (!this.#settings.robots.allows(address)) return this.#note(address, 'The robots.txt of the site disallows it');
    this.#inFlight += 1;
    try {
      await this.#pause();
      const { limits } = this.#settings;
      const page = await fetchPage(
        this.#ctx,
        address,
        Math.min(limits.pageMs, this.#deadline - performance.now()),
        limits,
      );
      if ('reason' in page) return this.#note(address, page.reason);
      const finalAddress = pageAddress(this.#settings.scope, page.url, page.url);
      if (finalAddress === null) return this.#note(address, 'It redirects outside the site');
      this.accept(finalAddress, page, depth);
    } finally {
      this.#inFlight -= 1;
    }
  }

  /** Stores a page under its canonical URL, unless stored already, and queues its links. */
  accept(finalAddress: string, page: FetchedPage, depth: number): void {
    const { scope, options } = this.#settings;
    const { links, canonical, refresh } = readPageLinks(page.html, page.url);
    if (refresh !== undefined && links.length < 5) return this.enqueue([refresh], depth + 1, page.url);
    const address = (canonical === undefined ? null : pageAddress(scope, canonical, page.url)) ?? finalAddress;
    this.#known.add(finalAddress).add(address);
    if (!this.#fetched.has(address)) {
      this.#fetched.add(address);
      this.#bytes += Buffer.byteLength(page.html);
      this.pages.push({ address, url: page.url, html: page.html, warnings: page.warnings });
      options.onPage?.(this.pages.length, this.#known.size);
    }
    this.enqueue(links, depth + 1, page.url);
  }

  #limitReached(): string | null {
    const { limits } = this.#settings;
    if (this.#ctx.signal.aborted) throw importRefused('The import was cancelled');
    if (this.pages.length + this.#inFlight >= limits.pages)
      return `At most ${limits.pages} pages of a site are imported`;
    if (this.#bytes >= limits.totalBytes) return `At most ${limits.totalBytes} bytes of a site are imported`;
    return performance.now() >= this.#deadline ? `The site took longer than ${limits.totalMs / 1000} seconds` : null;
  }

  /** Waits for the crawl delay of the site, up to the limit. */
  async #pause(): Promise<void> {
    const { robots, limits } = this.#settings;
    const pauseMs = Math.min(robots.pauseMs, limits.pauseMs);
    if (pauseMs === 0) return;
    const waitMs = this.#nextAt - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    this.#nextAt = performance.now() + pauseMs;
  }

  #note(key: string, reason: string): void {
    if (this.notes.length < maxNotes) this.notes.push({ key, reason });
  }
}

/** Maximum number of URLs remembered per page that may be imported. */
const urlsPerPage = 4;
const maxNotes = 1_000;

/**
 * The final URL of the start page. A slash that a redirect appended is removed, because it does not make the page a
 * folder.
 */
function withoutAddedSlash(start: string, landed: string): string {
  const url = new URL(landed);
  if (url.pathname === `${new URL(start).pathname}/`) url.pathname = url.pathname.slice(0, -1);
  return url.href;
}

type FetchedPage = Omit<CrawledPage, 'address'>;

/** Fetches a page, or returns the reason why it cannot be imported. */
async function fetchPage(
  ctx: Context,
  url: string,
  timeoutMs: number,
  { pageBytes }: CrawlLimits,
): Promise<FetchedPage | { readonly reason: string }> {
  try {
    const answer = await ctx.fetch(url, {
      accept: 'text/html',
      maxBodyBytes: pageBytes,
      timeoutMs: Math.max(1, timeoutMs),
      signal: ctx.signal,
    });
    if (answer.status !== 200) return { reason: `Its URL responded with status ${answer.status}` };
    const type = mediaTypeIn(answer.contentType);
    if (!/^(?:|text\/html|application\/xhtml\+xml)$/.test(type))
      return { reason: `It is ${quote(type)}, not an HTML page` };
    const charset = findCharset(answer.contentType ?? '');
    const warnings: string[] = [];
    const warn = (reason: string) => warnings.push(reason);
    const html = decodeText({ body: answer.body, name: url, html: true, warn, ...(charset && { charset }) });
    return { url: answer.url, html: withoutScripts(html), warnings };
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return { reason: error.message };
    throw error;
  }
}
