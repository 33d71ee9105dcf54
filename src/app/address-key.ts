import ipaddr from 'ipaddr.js';

/** What an address is counted under: itself, or the /64 of an IPv6 address, which one customer has whole. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':');
}
