import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.ts';
import type { Urls } from '../domain/context.ts';

/** The configured port, or a free one for 0: URLs in answers need it before the server listens. */
export async function portOf({ PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>): Promise<number> {
  if (PORT !== 0) return PORT;
  const probe = createServer().listen(0, HOST);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Where callers reach us: as configured, else where we listen. */
export function urlsOf({ BASE_URL, APP_URL, HOST }: Config, port: number): Urls {
  const base = withoutSlash(BASE_URL ?? `http://${hostname(HOST)}:${port}`);
  return { base, app: withoutSlash(APP_URL ?? base) };
}

/** An address that stands for all is none to call. */
function hostname(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
