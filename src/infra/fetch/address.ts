import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A parsed address. IPv4-mapped IPv6 addresses are unwrapped, so that each address has one form. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The range that IANA has assigned to global unicast. All others are special or unassigned. */
const globalUnicastV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's platform endpoint has a public address but responds only inside Azure, like a metadata service. */
const azurePlatform = ipaddr.IPv4.parse('168.63.129.16');

/** Parses an address; null when the text is not one. */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** Whether the address is globally routable unicast, judged by its bytes and never by its text. */
export function isPublicAddress(address: Address): boolean {
  if (address.range() !== 'unicast') {
    return false;
  }
  if (address instanceof ipaddr.IPv4) {
    return !address.match(azurePlatform, 32);
  }
  return address.match(globalUnicastV6);
}
