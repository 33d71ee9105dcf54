import { randomBytes, timingSafeEqual } from 'node:crypto';
import {
  createServer,
  request as requestHttp,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import { type AllowList, createAllowList } from '../../lib/allow-list.ts';
import { DomainError, shorten } from '../../lib/errors.ts';
import { parseAddress } from '../fetch/address.ts';
import { createConnector } from '../fetch/connector.ts';
import { createDestinationPolicy, type DestinationPolicy, type Resolve } from '../fetch/destination-policy.ts';
import { fetchFailed, fetchRefused, fetchTooLarge } from '../fetch/fetch-errors.ts';

export interface ProxySettings {
  /** Destinations that are allowed although they are not public, as those of the guarded fetch. */
  readonly allowHosts: readonly string[];
  readonly connectTimeoutMs: number;
  /** Maximum number of bytes in both directions together. */
  readonly maxBytes: number;
  /** Replaces the resolver of the system. */
  readonly resolve?: Resolve | undefined;
}

/** The server to which a proxy leads. */
interface Target {
  readonly hostname: string;
  readonly port: number;
}

const withoutBrackets = (hostname: string) => hostname.replaceAll(/^\[|\]$/g, '');

function targetOf(url: string): Target {
  const { hostname, port, protocol } = new URL(url);
  return { hostname: withoutBrackets(hostname), port: Number(port || (protocol === 'https:' ? 443 : 80)) };
}

/**
 * A proxy on a free port of this machine, for the traffic of another program. It connects to one server alone, under the policy of the
 * guarded fetch, and only over TLS unless the operator's list names the host.
 */
export class GuardedProxy {
  readonly #target: Target;
  readonly #isTls: boolean;
  readonly #maxBytes: number;
  readonly #policy: DestinationPolicy;
  readonly #connect: buildConnector.connector;
  readonly #isAllowListed: AllowList;
  readonly #password = randomBytes(24).toString('base64url');
  readonly #server: Server;
  readonly #sockets = new Set<Duplex>();
  readonly #closed = new AbortController();
  readonly #full = new AbortController();
  #failure: DomainError | null = null;
  #bytes = 0;

  /** `signal` ends its connections. */
  constructor(url: string, settings: ProxySettings, signal: AbortSignal) {
    this.#target = targetOf(url);
    this.#isTls = url.startsWith('https:');
    this.#maxBytes = settings.maxBytes;
    this.#policy = createDestinationPolicy(settings.allowHosts, settings.resolve);
    const stop = AbortSignal.any([signal, this.#closed.signal, this.#full.signal]);
    this.#connect = createConnector({
      policy: this.#policy,
      connectTimeoutMs: settings.connectTimeoutMs,
      signal: stop,
    });
    this.#isAllowListed = createAllowList(settings.allowHosts);
    // The deadline of the whole run replaces that of a request: a push may be long.
    this.#server = createServer({ requestTimeout: 0 }, (request, response) => {
      this.#forward(request, response).catch((error: unknown) => {
        this.#fail(error);
        response.destroy();
      });
    });
    this.#server.on('connection', (socket) => this.#watch(socket));
    this.#server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
      this.#tunnel(request, client, head).catch((error: unknown) => {
        this.#fail(error);
        client.end('HTTP/1.1 403 Forbidden\r\n\r\n');
      });
    });
    stop.addEventListener('abort', () => this.#endAll(), { once: true });
  }

  /**
   * Begins to listen. Throws fetch_refused for a server that it would not connect to, and fetch_failed for one that has no address,
   * before any program asks for it.
   */
  async open(): Promise<void> {
    const { hostname, port } = this.#target;
    for (const address of await this.#policy.resolve(hostname, port)) this.#requireEncryption(address, this.#isTls);
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', resolve);
    });
  }

  /** URL of the proxy, with the name and password that it asks for. */
  get url(): string {
    return `http://git:${this.#password}@127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Why the first connection failed or was ended; null while none was. */
  get failure(): DomainError | null {
    return this.#failure;
  }

  /** Aborted when the limit of bytes is exceeded. */
  get overflow(): AbortSignal {
    return this.#full.signal;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #watch(socket: Duplex) {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  #endAll() {
    for (const socket of this.#sockets) socket.destroy();
  }

  #fail(error: unknown) {
    if (this.#closed.signal.aborted) return;
    const { hostname } = this.#target;
    this.#failure ??=
      error instanceof DomainError ? error : fetchFailed(`"${shorten(hostname)}" could not be reached`, error);
  }

  readonly #count = ({ length }: Buffer): void => {
    this.#bytes += length;
    if (this.#bytes <= this.#maxBytes || this.#full.signal.aborted) return;
    this.#fail(fetchTooLarge(`The repository takes more than ${this.#maxBytes} bytes to read or write`));
    this.#full.abort(this.#failure);
  };

  /** Throws fetch_refused when another server than that of the repository is asked for. */
  #requireTarget(hostname: string, port: string) {
    if (withoutBrackets(hostname) !== this.#target.hostname || Number(port) !== this.#target.port)
      throw fetchRefused('The repository leads to another server');
  }

  #isAuthorized({ headers }: IncomingMessage): boolean {
    const sent = Buffer.from(headers['proxy-authorization'] ?? '');
    const expected = Buffer.from(`Basic ${Buffer.from(`git:${this.#password}`).toString('base64')}`);
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  }

  /** Opens a connection to the server, pinned to an address that was checked. */
  async #open(isTls: boolean): Promise<Socket> {
    const { hostname, port } = this.#target;
    const socket = await new Promise<Socket>((resolve, reject) => {
      // TLS is between the program and the server.
      this.#connect({ hostname, port: String(port), protocol: 'http:' }, (...[error, opened]) =>
        opened === null ? reject(error) : resolve(opened as Socket),
      );
    });
    this.#watch(socket);
    try {
      this.#requireEncryption(socket.remoteAddress ?? '', isTls);
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** Throws fetch_refused for a connection without TLS, which would show credentials, unless the operator's list names the server. */
  #requireEncryption(text: string, isTls: boolean) {
    const address = parseAddress(text);
    if (isTls || (address && this.#isAllowListed({ ...this.#target, address }))) return;
    throw fetchRefused(`Without https, IMPORT_ALLOW_HOSTS must name the host "${shorten(this.#target.hostname)}"`);
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    if (!this.#isAuthorized(request)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [, hostname = '', port = ''] = /^(.*):(\d+)$/.exec(request.url ?? '') ?? [];
    this.#requireTarget(hostname, port);
    const socket = await this.#open(true);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    socket.write(head);
    for (const side of [client, socket]) side.on('data', this.#count);
    // Either end closes both.
    pipeline(client, socket, client, () => undefined);
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#isAuthorized(request)) return void response.writeHead(407).end();
    const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : null;
    if (url?.protocol !== 'http:') throw fetchRefused('The repository leads to another server');
    this.#requireTarget(url.hostname, url.port || '80');
    const socket = await this.#open(false);
    const { 'proxy-authorization': _password, 'proxy-connection': _kept, ...headers } = request.headers;
    const { method } = request;
    const path = `${url.pathname}${url.search}`;
    const onward = requestHttp({ createConnection: () => socket, method, path, headers });
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', this.#count);
      pipeline(answer, response, () => undefined);
    });
    request.on('data', this.#count);
    // An error may also come after the request was sent.
    onward.on('error', (error) => {
      this.#fail(error);
      response.destroy();
    });
    pipeline(request, onward, () => undefined);
  }
}
