import { type LookupFunction, type Socket, connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { shorten } from '../../lib/errors.ts';
import type { DestinationPolicy } from './destination-policy.ts';
import { fetchNotPublic, fetchTimeout } from './fetch-errors.ts';

interface ConnectorSettings {
  readonly policy: DestinationPolicy;
  /** Timeout for name resolution, connection and TLS handshake together, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** Aborts connections that are still being established. */
  readonly signal: AbortSignal;
}

/** Time after which the next address is tried, in milliseconds. */
const nextAddressAfterMs = 1000;

/**
 * Creates an undici connector that connects only to checked addresses.
 *
 * A custom `lookup` alone does not suffice, because it is not called for address literals. The literal or all resolved
 * addresses are checked first, the socket is pinned to them, and its peer address is checked again.
 */
export function createConnector(settings: ConnectorSettings): buildConnector.connector {
  return (options, callback) => {
    connectChecked(settings, options).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    );
  };
}

async function connectChecked(
  { policy, connectTimeoutMs, signal }: ConnectorSettings,
  { hostname, port: givenPort, protocol }: buildConnector.Options,
): Promise<Socket> {
  const isTls = protocol === 'https:';
  const usualPort = isTls ? 443 : 80;
  const port = givenPort === '' ? usualPort : Number(givenPort);
  const attempt = new AbortController();
  const stop = AbortSignal.any([signal, attempt.signal]);
  const timer = setTimeout(() => {
    attempt.abort(fetchTimeout(`Connecting to "${shorten(hostname)}" took over ${connectTimeoutMs} ms`));
  }, connectTimeoutMs);
  try {
    const addresses = await orAbort(policy.resolve(hostname, port), stop);
    const socket = await open({ hostname, port, isTls, addresses }, stop);
    if (!policy.allows(hostname, port, socket.remoteAddress ?? '')) {
      socket.destroy();
      throw fetchNotPublic(hostname);
    }
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

interface Peer {
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
  readonly addresses: readonly string[];
}

function open({ hostname, port, isTls, addresses }: Peer, stop: AbortSignal): Promise<Socket> {
  stop.throwIfAborted();
  const options = {
    host: hostname,
    port,
    lookup: pinnedTo(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressAfterMs,
    noDelay: true,
  };
  const serverName = isIP(hostname) === 0 ? { servername: hostname.replace(/\.$/, '') } : {};
  const socket = isTls
    ? connectTls({
        ...options,
        ...serverName,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
      })
    : connectTcp(options);
  return new Promise((resolve, reject) => {
    const abandon = (): void => {
      socket.destroy();
      reject(stop.reason);
    };
    stop.addEventListener('abort', abandon, { once: true });
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      stop.removeEventListener('abort', abandon);
      resolve(socket);
    });
    socket.on('error', (error) => {
      stop.removeEventListener('abort', abandon);
      reject(error);
    });
  });
}

/** Creates a lookup function that returns the checked addresses. */
function pinnedTo(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, _options, callback) => callback(null, answers);
}

function orAbort<T>(work: Promise<T>, stop: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    stop.throwIfAborted();
    stop.addEventListener('abort', () => reject(stop.reason), { once: true });
    work.then(resolve, reject);
  });
}
