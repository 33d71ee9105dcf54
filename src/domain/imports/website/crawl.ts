import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../../lib/errors.ts';
import type { Context } from '../../context.ts';
import { mediaTypeIn } from '../content-type.ts';
import type { ImportNote } from '../import-tree.ts';
import { importRefused, quote } from '../refusal.ts';
import { charsetOf, decodeText } from '../text.ts';
import { type CrawlLimits, crawlLimits } from './crawl-limits.ts';
import { readPageLinks } from './page-links.ts';
import { readRobots, type Robots } from './robots.ts';
import { pageAddress, scopeOf, type SiteScope } from './site-address.ts';
import { findSitemapPages } from './sitemaps.ts';

/** A page as it was fetched. */
export interface CrawledPage {
  /** Its one spelling. */
  readonly address: string;
  /** What its relative addresses are relative to. */
  readonly url: string;
  readonly html: string;
}

export interface CrawledSite {
  readonly scope: SiteScope;
  /** The first is where the crawl began. */
  readonly pages: readonly CrawledPage[];
  /** Pages that were found and not fetched, or that are none. */
  readonly notes: readonly ImportNote[];
}

export interface CrawlOptions {
  readonly limits?: CrawlLimits;
  readonly onPage?: ((pages: number, found: number) => void) | undefined;
}

/**
 * Fetches the pages of a site that can be reached from an address, within its origin and folder, as its robots.txt
 * allows; sitemaps add what no page links to. Whatever the site does, it ends at the limits, with notes on the rest.
 * Throws import_refused and fetch_… where the first page cannot be had.
 */
export async function crawlSite(ctx: Context, start: string, options: CrawlOptions = {}): Promise<CrawledSite> {
  const limits = options.limits ?? crawlLimits;
  const first = await fetchPage(ctx, start, limits.pageMs, limits);
  if ('reason' in first) throw importRefused(`Expected a website, but ${quote(start)}: ${first.reason}`);
  const scope = scopeOf(first.url);
  const robots = await readRobots(ctx, scope.origin);
  if (!robots.allows(first.url))
    throw importRefused(`The robots.txt of ${scope.origin} does not allow ${quote(first.url)} to be fetched`);
  const crawl = new Crawl(ctx, { scope, robots, limits, options });
  crawl.accept(pageAddress(scope, first.url, first.url) ?? first.url, first, 0);
  crawl.enqueue(await findSitemapPages(ctx, scope, robots, limits), 1);
  await crawl.run();
  return { scope, pages: crawl.pages, notes: crawl.notes };
}

interface Found {
  readonly address: string;
  readonly depth: number;
}

interface CrawlSettings {
  readonly scope: SiteScope;
  readonly robots: Robots;
  readonly limits: CrawlLimits;
  readonly options: CrawlOptions;
}

/** One crawl: what is known, what waits, what came. */
class Crawl {
  readonly pages: CrawledPage[] = [];
  readonly notes: ImportNote[] = [];
  readonly #known = new Set<string>();
  readonly #queue: Found[] = [];
  readonly #ctx: Context;
  readonly #settings: CrawlSettings;
  readonly #deadline: number;
  #bytes = 0;
  #underWay = 0;
  #nextAt = 0;

  constructor(ctx: Context, settings: CrawlSettings) {
    this.#ctx = ctx;
    this.#settings = settings;
    this.#deadline = performance.now() + settings.limits.totalMs;
  }

  /** Adds addresses of pages, in their order, as far as they are new and allowed. */
  enqueue(urls: readonly string[], depth: number, base = this.#settings.scope.origin): void {
    const { scope, limits } = this.#settings;
    for (const url of urls) {
      const address = pageAddress(scope, url, base);
      if (address === null || this.#known.has(address) || this.#known.size >= maxKnown) continue;
      this.#known.add(address);
      if (depth > limits.depth) this.#note(address, `It is more than ${limits.depth} links away from the first page`);
      else this.#queue.push({ address: url, depth });
    }
  }

  async run(): Promise<void> {
    const { atOnce } = this.#settings.limits;
    const worker = async () => {
      for (;;) {
        const next = this.#queue.shift();
        if (!next && this.#underWay === 0) return;
        // A page under way may bring more.
        // oxlint-disable-next-line no-await-in-loop
        await (next ? this.#take(next) : sleep(20));
      }
    };
    await Promise.all(Array.from({ length: this.#settings.robots.pauseMs > 0 ? 1 : atOnce }, worker));
  }

  async #take({ address, depth }: Found): Promise<void> {
    const stop = this.#limitReached();
    if (stop !== null) return this.#note(address, stop);
    // A long robots.txt takes milliseconds for each address.
    await setImmediate();
    if (!this.#settings.robots.allows(address))
      return this.#note(address, 'The robots.txt of the site does not allow it');
    this.#underWay += 1;
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
      const landed = pageAddress(this.#settings.scope, page.url, page.url);
      if (landed === null) return this.#note(address, 'It redirects to somewhere outside of the site');
      this.accept(landed, page, depth);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Keeps a page under its own address, unless it is there, and follows its links. */
  accept(landed: string, page: FetchedPage, depth: number): void {
    const { scope, options } = this.#settings;
    const { links, canonical, refresh } = readPageLinks(page.html, page.url);
    if (refresh !== undefined && links.length < 5) return this.enqueue([refresh], depth + 1, page.url);
    const address = (canonical === undefined ? null : pageAddress(scope, canonical, page.url)) ?? landed;
    this.#known.add(landed).add(address);
    if (!this.pages.some((known) => known.address === address)) {
      this.#bytes += Buffer.byteLength(page.html);
      this.pages.push({ address, url: page.url, html: page.html });
      options.onPage?.(this.pages.length, this.#known.size);
    }
    this.enqueue(links, depth + 1, page.url);
  }

  #limitReached(): string | null {
    const { limits } = this.#settings;
    if (this.#ctx.signal.aborted) throw importRefused('The import was stopped');
    if (this.pages.length + this.#underWay >= limits.pages) return `At most ${limits.pages} pages of a site are taken`;
    if (this.#bytes >= limits.totalBytes) return `At most ${limits.totalBytes} bytes of a site are taken`;
    return performance.now() >= this.#deadline ? `The site took longer than ${limits.totalMs / 1000} seconds` : null;
  }

  /** As long as the site asks for, within bounds. */
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

const maxKnown = 2_000;
const maxNotes = 1_000;

interface FetchedPage {
  readonly url: string;
  readonly html: string;
}

/** The page, or why there is none. */
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
    if (answer.status !== 200) return { reason: `Its address answers ${answer.status}` };
    const type = mediaTypeIn(answer.contentType);
    if (!/^(?:|text\/html|application\/xhtml\+xml)$/.test(type))
      return { reason: `It is ${quote(type)}, not an HTML page` };
    const charset = charsetOf(answer.contentType ?? '');
    return {
      url: answer.url,
      html: decodeText({ body: answer.body, name: url, html: true, ...(charset && { charset }) }),
    };
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return { reason: error.message };
    throw error;
  }
}
