import { createServer, isIP } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Config } from '../../config.ts';
import type { SitesOrigin, Urls } from '../../domain/core/context.ts';

/** Returns the configured port, or a free one for port 0. URLs in responses need it before the server listens. */
export async function portOf({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<number> {
  if (PORT !== 0) return PORT;
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Returns the public URLs of the service. Without BASE_URL they are made from the listening address. */
export function urlsOf({ BASE_URL, APP_URL, SITES_DOMAIN, SITES_URL, READER, HOST }: Config, port: number): Urls {
  const base = withoutSlash(BASE_URL ?? `http://${hostname(HOST)}:${port}`);
  const urls = { base, app: withoutSlash(APP_URL ?? base), sites: SITES_DOMAIN ?? sitesDomainOf(base) };
  return READER ? { ...urls, sitesOrigin: readOrigin(SITES_URL ?? base) } : urls;
}

function readOrigin(url: string): SitesOrigin {
  const { protocol, port } = new URL(url);
  return { protocol, port: port === '' ? '' : `:${port}` };
}

/** Returns the host of a URL, or `localhost` for an IP address, which cannot have subdomains. */
function sitesDomainOf(base: string): string {
  const { hostname: host } = new URL(base);
  return isIP(host) === 0 && !host.startsWith('[') ? host : 'localhost';
}

/** Returns the host for a URL. A wildcard address becomes `localhost`, because clients cannot connect to it. */
function hostname(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
