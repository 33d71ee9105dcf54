import { lookup } from 'node:dns/promises';
import { shorten } from '../../lib/errors.ts';
import { isPublicAddress, parseAddress } from './address.ts';
import { createAllowList } from '../../lib/allow-list.ts';
import { fetchFailed, fetchRefused } from './fetch-errors.ts';

/** Resolves a host name to addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Decides which addresses a connection may use. */
export interface DestinationPolicy {
  /**
   * Returns the checked addresses of a host. A connection must use one of them.
   *
   * Throws fetch_refused if any of them is not public, fetch_failed if there is none.
   */
  resolve(hostname: string, port: number): Promise<readonly string[]>;
  /** Whether a connection to this address, made for this host, may be used. */
  allows(hostname: string, port: number, address: string): boolean;
}

/** Further addresses are checked but not tried. */
const triedAddresses = 8;

/** Allows public addresses, and others only by the operator's list. */
export function createDestinationPolicy(
  allowHosts: readonly string[],
  resolve: Resolve = systemResolve,
): DestinationPolicy {
  const isAllowListed = createAllowList(allowHosts);

  const allows = (hostname: string, port: number, text: string): boolean => {
    const address = parseAddress(text);
    return address !== null && (isPublicAddress(address) || isAllowListed({ hostname, port, address }));
  };

  return {
    allows,
    async resolve(hostname, port) {
      const isLiteral = parseAddress(hostname) !== null;
      const addresses = isLiteral ? [hostname] : await findAddresses(hostname, resolve);
      if (!addresses.every((address) => allows(hostname, port, address))) {
        throw fetchRefused(`The host "${shorten(hostname)}" is not on the public internet`);
      }
      return addresses.slice(0, triedAddresses);
    },
  };
}

async function findAddresses(hostname: string, resolve: Resolve): Promise<readonly string[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw fetchFailed(`The host "${shorten(hostname)}" could not be found`, cause);
  });
  if (addresses.length === 0) {
    throw fetchFailed(`The host "${shorten(hostname)}" has no address`);
  }
  return addresses;
}

async function systemResolve(hostname: string): Promise<readonly string[]> {
  const answers = await lookup(hostname, { all: true });
  return answers.map((answer) => answer.address);
}
