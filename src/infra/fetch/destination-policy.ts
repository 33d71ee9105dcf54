import { lookup } from 'node:dns/promises';
import { shorten } from '../../lib/errors.ts';
import { isPublicAddress, parseAddress } from './address.ts';
import { createAllowList } from '../../lib/allow-list.ts';
import { fetchFailed, fetchNotPublic } from './fetch-errors.ts';

/** Resolves a hostname to addresses. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** Decides to which addresses a connection may be made. */
export interface DestinationPolicy {
  /**
   * Returns the checked addresses of a host, one of which the connection must use.
   *
   * Throws fetch_refused if any of them is not public, fetch_failed if there are none.
   */
  resolve(hostname: string, port: number): Promise<readonly string[]>;
  /** Whether a connection for this host may use this address. */
  allows(hostname: string, port: number, address: string): boolean;
}

/** Maximum number of addresses that are tried. All addresses are checked. */
const triedAddresses = 8;

/** Creates a policy that allows public addresses, and others only on the operator's list. */
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
        throw fetchNotPublic(hostname);
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
