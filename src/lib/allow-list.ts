import { isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The target of a connection: the host of the URL (a name or an address), the port, and the resolved address. */
export interface Destination {
  readonly hostname: string;
  readonly port: number;
  readonly address: ipaddr.IPv4 | ipaddr.IPv6;
}

/** Whether the operator allows a destination that is not public. */
export type AllowList = (destination: Destination) => boolean;

/**
 * Parses the operator's list of private destinations.
 *
 * `host` and `host:port` match the host of the URL, whatever it resolves to. `10.0.0.0/8` matches the resolved address,
 * whatever the name. Throws `Error` for any other entry.
 */
export function createAllowList(entries: readonly string[]): AllowList {
  const matchers = entries.map(parseEntry);
  return (destination) => matchers.some((matches) => matches(destination));
}

/** Normalizes a host for comparison: lower case, punycode, canonical address, no trailing dot. */
function canonicalHost(host: string): string {
  const bare = isIPv6(host) ? `[${host}]` : host;
  const { hostname } = new URL(`http://${bare}`);
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

function parseEntry(entry: string): AllowList {
  if (entry.includes('/')) {
    return parseRange(entry);
  }
  const { host, port } = splitPort(entry);
  if (!URL.canParse(`http://${isIPv6(host) ? `[${host}]` : host}`) || /[@?#\\\s]/.test(host)) {
    throw new Error(`"${entry}" is not a host, host:port or CIDR range`);
  }
  const allowed = canonicalHost(host);
  return (to) => canonicalHost(to.hostname) === allowed && (port === null || port === to.port);
}

function parseRange(entry: string): AllowList {
  if (!ipaddr.isValidCIDR(entry)) {
    throw new Error(`"${entry}" is not a CIDR range such as 10.0.0.0/8`);
  }
  const [network, bits] = ipaddr.parseCIDR(entry);
  return ({ address }) => address.kind() === network.kind() && address.match(network, bits);
}

function splitPort(entry: string): { host: string; port: number | null } {
  if (isIPv6(entry)) {
    return { host: entry, port: null };
  }
  const match = /^(.+?)(?::(\d{1,5}))?$/.exec(entry);
  return { host: match?.[1] ?? entry, port: match?.[2] === undefined ? null : Number(match[2]) };
}
