import ipaddr from 'ipaddr.js';

/**
 * The key an address is counted under: the address, or the /64 of an IPv6 address, which usually belongs to one
 * customer.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':');
}
