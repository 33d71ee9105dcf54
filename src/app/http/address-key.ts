import ipaddr from 'ipaddr.js';

/**
 * Returns the key under which requests of an address are counted: an IPv4 address itself, or the /64 network of an IPv6
 * address, because providers usually assign a whole /64 to one customer.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':');
}
