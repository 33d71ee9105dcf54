import { isIP } from 'node:net';
import { createDestinationPolicy } from '../../infra/fetch/destination-policy.ts';
import { invalid } from '../../lib/errors.ts';
import type { Context } from './context.ts';

/** Names of the machine itself, whatever a resolver says (RFC 6761, section 6.3). */
const localName = /(?:^|\.)localhost\.?$/i;

/**
 * Throws validation_failed for a URL that each call would refuse, by the guard of calls. What another name resolves to is
 * known at the call alone. `path` is that of the input field.
 */
export function requireReachable({ config }: Pick<Context, 'config'>, text: string, path: string): void {
  const { hostname: host, port: given, protocol } = new URL(text);
  const hostname = host.replaceAll(/^\[|\]$/g, '');
  const address = localName.test(hostname) ? '127.0.0.1' : hostname;
  if (isIP(address) === 0) return;
  const port = Number(given || (protocol === 'https:' ? 443 : 80));
  if (createDestinationPolicy(config.IMPORT_ALLOW_HOSTS).allows(hostname, port, address)) return;
  throw invalid(path, 'must name a host on the public internet, or one that `IMPORT_ALLOW_HOSTS` allows', 'public');
}
