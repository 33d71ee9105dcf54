import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A parsed address; IPv4 mapped into IPv6 is unwrapped, so one address has one form. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** What IANA has handed out as global unicast; everything outside is special or unassigned. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's platform endpoint lives in public space, yet only answers inside Azure, like a metadata address. */
const AZURE_PLATFORM = ipaddr.IPv4.parse('168.63.129.16');

/** Reads an address from its text; null if the text is not one. */
export function parseAddress(text: string): Address | null {
  return isIP(text) === 0 ? null : ipaddr.process(text);
}

/** Whether the address is globally routable unicast; decided on its bytes, never on its text. */
export function isPublicAddress(address: Address): boolean {
  if (address.range() !== 'unicast') {
    return false;
  }
  if (address instanceof ipaddr.IPv4) {
    return !address.match(AZURE_PLATFORM, 32);
  }
  return address.match(GLOBAL_UNICAST_V6);
}
