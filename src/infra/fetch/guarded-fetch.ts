import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import { DomainError, shorten } from '../../lib/errors.ts';
import { held } from '../../lib/held-stream.ts';
import { acceptedCodings, decodedBody, readBegin, readBody, saveBody } from './body.ts';
import { createConnector } from './connector.ts';
import { type DestinationPolicy, type Resolve, createDestinationPolicy } from './destination-policy.ts';
import { fetchFailed, fetchTimeout, fetchTooLarge } from './fetch-errors.ts';
import { createKeptConnections, keptOptions, type KeptConnections } from './kept-connections.ts';
import { parseTarget } from './target.ts';

/** Limits of outbound requests, with exceptions set by the operator. */
export interface FetchSettings {
  /** Destinations that are allowed although they are not public: `host`, `host:port` or a CIDR range. */
  readonly allowHosts: readonly string[];
  readonly connectTimeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly maxRedirects: number;
  /** Maximum size of the decoded body, in bytes. */
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
  readonly userAgent: string;
  /** Replaces the resolver of the system. */
  readonly resolve?: Resolve;
}

/** A request body with the headers that describe it. */
export interface SentBody {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Whether the server may get it twice. It then goes over a connection that was kept, if there is one, and again over a new one when the
   * server ends the former without an answer.
   */
  readonly isRepeatable?: boolean;
}

export interface FetchOptions {
  readonly method?: 'GET' | 'HEAD';
  /**
   * Sends this body by POST. Redirects are then returned and not followed, because the body is only for the given URL.
   */
  readonly post?: SentBody;
  /** Sends these headers, which are only for the given URL: redirects are then returned and not followed. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly accept?: string;
  readonly maxBodyBytes?: number;
  /** Reads so many bytes of the body at most and drops the rest, instead of throwing fetch_too_large. */
  readonly beginBytes?: number;
  /** Path of a file to which the body is written; `body` is then empty. */
  readonly saveTo?: string;
  /** Overrides the timeout of the settings with a shorter one, in milliseconds. */
  readonly timeoutMs?: number;
  /** Aborts the request, which then throws the reason. */
  readonly signal?: AbortSignal;
}

export interface FetchedResponse {
  /** URL after the last redirect. */
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** Headers as sent, without cookies. Length and content coding refer to the body before decoding. */
  readonly headers: Record<string, string>;
  /** The decoded body. */
  readonly body: Buffer;
}

/**
 * Fetches a URL given by a user. Responses of any status are returned.
 *
 * Throws fetch_refused, fetch_failed, fetch_timeout or fetch_too_large.
 */
export type GuardedFetch = (url: string, options?: FetchOptions) => Promise<FetchedResponse>;

/** A call in progress. */
interface Visit {
  readonly undici: typeof Undici;
  readonly connection: Undici.Client.Options & { readonly connect: Undici.buildConnector.connector };
  /** Ends the connections of the call when it aborts. */
  readonly signal: AbortSignal;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Record<string, string>;
  readonly sent: string | null;
  readonly saveTo: string | null;
  readonly maxBodyBytes: number;
  readonly beginBytes: number | null;
  readonly maxRedirects: number;
  readonly follows: boolean;
}

interface Answer {
  readonly response: FetchedResponse;
  /** Whether the body was read to its end. */
  readonly isWhole: boolean;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the only function that fetches URLs given by users: public hosts, bounded time and size, no cookies, no
 * proxy.
 */
export function createGuardedFetch(settings: FetchSettings): GuardedFetch {
  const policy = createDestinationPolicy(settings.allowHosts, settings.resolve);
  const kept = createKeptConnections();
  return async (text, options = {}) => {
    const target = parseTarget(text);
    const { signal } = options;
    signal?.throwIfAborted();
    // Loaded on first use.
    const undici = await import('undici');
    const timeoutMs = Math.min(options.timeoutMs ?? Infinity, settings.totalTimeoutMs);
    const stop = new AbortController();
    const late = fetchTimeout(`Fetching from "${shorten(target.hostname)}" took over ${timeoutMs} ms`);
    const timer = setTimeout(() => stop.abort(late), timeoutMs);
    const onAbort = () => stop.abort(signal?.reason);
    signal?.addEventListener('abort', onAbort);
    const visit = { ...toVisit(settings, options), ...toConnection(settings, policy, stop.signal), undici };
    try {
      return await orAbort(
        options.post?.isRepeatable ? overKept(kept, visit, target) : overNew(visit, target),
        stop.signal,
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw toDomainError(error, target.hostname);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      stop.abort();
    }
  };
}

const toConnection = (
  { connectTimeoutMs, maxHeaderBytes }: FetchSettings,
  policy: DestinationPolicy,
  signal: AbortSignal,
): Pick<Visit, 'connection' | 'signal'> => ({
  signal,
  connection: {
    connect: createConnector({ policy, connectTimeoutMs, signal }),
    maxHeaderSize: maxHeaderBytes,
    // The deadline of the whole request replaces these timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
  },
});

/** Destroys a dispatcher, with all of its sockets, when a call ends. Returns what revokes that. */
function endWith(signal: AbortSignal, dispatcher: Undici.Dispatcher): () => void {
  const end = () => void dispatcher.destroy().catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

async function overNew(visit: Visit, target: URL): Promise<FetchedResponse> {
  const agent = new visit.undici.Agent({ ...visit.connection, pipelining: 0 });
  endWith(visit.signal, agent);
  return (await follow(visit, agent, target)).response;
}

async function overKept(kept: KeptConnections, visit: Visit, target: URL): Promise<FetchedResponse> {
  const { undici, connection, signal } = visit;
  const open = () => new undici.Client(target.origin, { ...connection, ...keptOptions });
  const { dispatcher, isUsed } = kept.take(target.origin, open);
  const revoke = endWith(signal, dispatcher);
  try {
    const { response, isWhole } = await follow(visit, dispatcher, target);
    if (isWhole) {
      revoke();
      kept.put(dispatcher);
    }
    return response;
  } catch (error) {
    if (!isUsed || signal.aborted || error instanceof DomainError) throw error;
    return overNew(visit, target);
  }
}

function toVisit(settings: FetchSettings, options: FetchOptions): Omit<Visit, 'undici' | 'connection' | 'signal'> {
  const { post } = options;
  return {
    method: post ? 'POST' : (options.method ?? 'GET'),
    sent: post?.body ?? null,
    saveTo: options.saveTo ?? null,
    headers: {
      ...options.headers,
      ...post?.headers,
      'user-agent': settings.userAgent,
      accept: options.accept ?? '*/*',
      'accept-encoding': acceptedCodings,
    },
    maxBodyBytes: options.maxBodyBytes ?? settings.maxBodyBytes,
    beginBytes: options.beginBytes ?? null,
    maxRedirects: settings.maxRedirects,
    follows: post === undefined && options.headers === undefined,
  };
}

async function follow(visit: Visit, dispatcher: Undici.Dispatcher, start: URL): Promise<Answer> {
  let url = start;
  for (let hop = 0; hop <= visit.maxRedirects; hop++) {
    const { method, headers, sent: body } = visit;
    // The connector checks each redirect again.
    const response = await visit.undici.request(url, { dispatcher, method, headers, body });
    // A response that is refused by its headers has no other reader, and ends with an error.
    held(response.body);
    const location = [response.headers.location ?? []].flat()[0];
    if (!visit.follows || !redirectStatuses.has(response.statusCode) || location === undefined) {
      return { response: await read(visit, url, response), isWhole: response.body.readableEnded };
    }
    response.body.destroy();
    url = parseTarget(location, url);
  }
  throw fetchFailed(`"${shorten(start.hostname)}" redirects more than ${visit.maxRedirects} times`);
}

async function read(visit: Visit, url: URL, response: Undici.Dispatcher.ResponseData): Promise<FetchedResponse> {
  const headers = flatten(response.headers);
  return {
    url: url.href,
    status: response.statusCode,
    contentType: headers['content-type'] ?? null,
    headers,
    body: await readKept(visit, response.body, headers),
  };
}

/** Reads what is kept of a body: all, the beginning, or nothing when it is written to a file. */
async function readKept(
  { method, maxBodyBytes, beginBytes, saveTo }: Visit,
  source: Readable,
  headers: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const coding = method === 'HEAD' ? '' : (headers['content-encoding'] ?? '');
  if (beginBytes !== null) return readBegin(source, coding, beginBytes);
  if (method !== 'HEAD' && Number(headers['content-length'] ?? 0) > maxBodyBytes) {
    throw fetchTooLarge(`The response is larger than ${maxBodyBytes} bytes`);
  }
  if (saveTo === null) return readBody(source, coding, maxBodyBytes);
  await saveBody(decodedBody(source, coding, maxBodyBytes), saveTo);
  return Buffer.alloc(0);
}

function flatten(headers: Undici.Dispatcher.ResponseData['headers']): Record<string, string> {
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && name !== 'set-cookie') {
      flat[name] = Array.isArray(value) ? value.join(', ') : value;
    }
  }
  return flat;
}

/** Settles like `work`, or when the signal aborts. undici observes a signal only once it is connected. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function toDomainError(error: unknown, hostname: string): DomainError {
  if (error instanceof DomainError) {
    return error;
  }
  if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW') {
    return fetchTooLarge(`The response headers of "${shorten(hostname)}" are too large`);
  }
  return fetchFailed(`"${shorten(hostname)}" could not be reached or did not answer properly`, error);
}
