import { pathIn } from '../../domain/publishing/published-pages/targets.ts';
import type { Context } from '../../domain/core/context.ts';
import { listHostSites } from '../../domain/publishing/addresses/host-sites.ts';
import { answerText, cacheHeaders, type ReaderAnswer } from '../answer.ts';

/** What nobody may read. */
export const noRobots = 'User-agent: *\nDisallow: /\n';

interface RobotRules {
  /** URLs. */
  readonly sitemaps: readonly string[];
  /** Paths of sites, with a slash at both ends, whose texts for agents are not offered. */
  readonly hiddenFromAgents: readonly string[];
}

/** Writes the rules of public sites. */
export function writeRobotRules({ sitemaps, hiddenFromAgents }: RobotRules): string {
  const hidden = hiddenFromAgents.flatMap((path) =>
    ['llms.txt', 'llms-full.txt', '.md$'].map((name) => `Disallow: ${path}*${name}`),
  );
  const rules = ['Allow: /', 'Disallow: /*~/search', 'Disallow: /*~/pdf', ...hidden, ''];
  return `User-agent: *\n${[...rules, ...sitemaps.map((url) => `Sitemap: ${url}`)].join('\n')}\n`;
}

/** Answers what a host with several sites has beside them: robots.txt, for which crawlers do not ask at the address of each. */
export async function answerHost(ctx: Context, url: string): Promise<ReaderAnswer | null> {
  const { pathname, hostname } = new URL(url);
  if (pathname !== '/robots.txt') return null;
  const sites = await listHostSites(ctx, hostname);
  if (sites.length === 0) return null;
  const text = writeRobotRules({
    sitemaps: sites.map((site) => `${site.url}sitemap.xml`),
    hiddenFromAgents: sites.filter(({ servesAgents }) => !servesAgents).map((site) => pathIn(site.url)),
  });
  return answerText({ type: 'text/plain', text, headers: cacheHeaders('everyone') });
}
