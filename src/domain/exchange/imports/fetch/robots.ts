import robotsParser from 'robots-parser';
import type { Context } from '../../../core/context.ts';
import { importRefused } from '../../../../text/imports/refusal.ts';

/** The robots.txt of a site (RFC 9309). */
export interface Robots {
  allows(url: string): boolean;
  /** Crawl delay in milliseconds. */
  readonly pauseMs: number;
  readonly sitemaps: readonly string[];
}

/**
 * Fetches the robots.txt of an origin. A missing file allows everything. Throws import_refused when the server fails.
 */
export async function fetchRobots(ctx: Context, origin: string): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const { status, body } = await ctx.fetch(url, {
    maxBodyBytes: maxRobotsBytes,
    timeoutMs: 10_000,
    signal: ctx.signal,
  });
  if (status >= 500) throw importRefused(`${url} responded with status ${status}, so crawling is not allowed`);
  const robots = parseRobots(url, status === 200 ? body.toString('utf8') : '');
  return {
    allows: (page) => robots.isAllowed(page, agent) !== false,
    pauseMs: Math.max(0, (robots.getCrawlDelay(agent) ?? 0) * 1000),
    sitemaps: robots.getSitemaps(),
  };
}

/** RFC 9309, section 2.5, requires a limit of at least 500 KiB. */
const maxRobotsBytes = 524_288;
const agent = 'Octavo';

/** robots-parser 3.0.1 declares a default export, but exports the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;
