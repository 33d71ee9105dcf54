import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../db/sql.ts';
import type { Urls } from '../../domain/core/context.ts';
import { isHostnameVerified, isOrganizationHostname } from '../../domain/publishing/hostnames/queries.ts';

/** How long the answer of the database about a hostname is used, in milliseconds, and how many are held. */
const freshMs = 1_000;
const maxHostnames = 10_000;

/** Functions on hosts, without port and in lower case. */
interface SiteHosts {
  /** Whether a host and a path on it belong to a published site, which may not exist. */
  readonly isSiteHost: (host: string, path: string) => boolean | Promise<boolean>;
  /** Whether a host is that of sites which exist. For others nobody should get a certificate. */
  readonly isKnown: (host: string) => boolean | Promise<boolean>;
}

/**
 * Creates functions that tell sites from the API: sites have `SITES_DOMAIN`, where paths begin with the id of a site, the
 * names below it, and verified hostnames. Every other host is that of the API, and so are addresses and names without a dot.
 */
export function createSiteHosts({ sites, base }: Pick<Urls, 'sites' | 'base'>, sql: Sql): SiteHosts {
  const api = new URL(base).hostname.toLowerCase();
  const answers = new LRUCache<string, boolean>({ max: maxHostnames, ttl: freshMs });
  const ask = (host: string, find: typeof isHostnameVerified, name = host) => {
    const known = answers.get(host);
    if (known !== undefined) return known;
    return find(sql, name).then((is) => {
      answers.set(host, is);
      return is;
    });
  };
  const isOther = (host: string) => host === api || isIP(host) !== 0 || host.startsWith('[') || !host.includes('.');
  const isBelow = (host: string) => host.endsWith(`.${sites}`);
  return {
    isSiteHost(host, path) {
      if (host === sites) return path.startsWith('/site_') || (path === '/robots.txt' && host !== api);
      if (isOther(host)) return false;
      return isBelow(host) || ask(host, isHostnameVerified);
    },
    isKnown(host) {
      if (host === sites) return true;
      if (isOther(host)) return false;
      return isBelow(host)
        ? ask(host, isOrganizationHostname, host.slice(0, -sites.length - 1))
        : ask(host, isHostnameVerified);
    },
  };
}
