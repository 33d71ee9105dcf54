import robotsParser from 'robots-parser';
import type { Context } from '../../context.ts';
import { importRefused } from '../refusal.ts';

/** What a site lets crawlers do. RFC 9309. */
export interface Robots {
  allows(url: string): boolean;
  /** Between two pages, in milliseconds. */
  readonly pauseMs: number;
  readonly sitemaps: readonly string[];
}

/** Reads the robots.txt of an origin; without one everything is allowed. Throws import_refused where the server fails to say. */
export async function readRobots(ctx: Context, origin: string): Promise<Robots> {
  const url = `${origin}/robots.txt`;
  const { status, body } = await ctx.fetch(url, {
    maxBodyBytes: maxRobotsBytes,
    timeoutMs: 10_000,
    signal: ctx.signal,
  });
  if (status >= 500) throw importRefused(`${url} answers ${status}: until it says what is allowed, nothing is fetched`);
  const robots = parseRobots(url, status === 200 ? body.toString('utf8') : '');
  return {
    allows: (page) => robots.isAllowed(page, agent) !== false,
    pauseMs: Math.max(0, (robots.getCrawlDelay(agent) ?? 0) * 1000),
    sitemaps: robots.getSitemaps(),
  };
}

/** RFC 9309, 2.5: at least 500 KiB are read. */
const maxRobotsBytes = 524_288;
const agent = 'Octavo';

/** robots-parser 3.0.1 declares a default export and exports the function itself. */
const parseRobots = robotsParser as unknown as typeof robotsParser.default;
