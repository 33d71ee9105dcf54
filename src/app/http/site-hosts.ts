import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Sql } from '../../db/sql.ts';
import type { Urls } from '../../domain/core/context.ts';
import { isHostnameVerified } from '../../domain/publishing/hostnames/queries.ts';

/** How long the answer of the database about a hostname is used, in milliseconds, and how many are held. */
const freshMs = 1_000;
const maxHostnames = 10_000;

/** Whether a host, without port and in lower case, and a path on it belong to a published site. */
export type IsSiteHost = (host: string, path: string) => boolean | Promise<boolean>;

/**
 * Creates a function that tells sites from the API: sites have `SITES_DOMAIN`, where paths begin with the id of a site, the
 * names below it, and verified hostnames. Every other host is that of the API, and so are addresses and names without a dot.
 */
export function createSiteHosts({ sites, base }: Pick<Urls, 'sites' | 'base'>, sql: Sql): IsSiteHost {
  const api = new URL(base).hostname.toLowerCase();
  const verified = new LRUCache<string, boolean>({ max: maxHostnames, ttl: freshMs });
  return (host, path) => {
    if (host === sites) return path.startsWith('/site_');
    if (host === api || isIP(host) !== 0 || host.startsWith('[') || !host.includes('.')) return false;
    if (host.endsWith(`.${sites}`)) return true;
    const known = verified.get(host);
    if (known !== undefined) return known;
    return isHostnameVerified(sql, host).then((is) => {
      verified.set(host, is);
      return is;
    });
  };
}
