import type { Readable } from 'node:stream';
import type * as Undici from 'undici';
import { DomainError, shorten } from '../../lib/errors.ts';
import { held } from '../../lib/held-stream.ts';
import { acceptedCodings, decodedBody, readBegin, readBody, saveBody } from './body.ts';
import { createConnector } from './connector.ts';
import { type DestinationPolicy, type Resolve, createDestinationPolicy } from './destination-policy.ts';
import { fetchFailed, fetchTimeout, fetchTooLarge } from './fetch-errors.ts';
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
  readonly request: typeof Undici.request;
  readonly agent: Undici.Agent;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Record<string, string>;
  readonly sent: string | null;
  readonly saveTo: string | null;
  readonly maxBodyBytes: number;
  readonly beginBytes: number | null;
  readonly maxRedirects: number;
  readonly follows: boolean;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the only function that fetches URLs given by users: public hosts, bounded time and size, no cookies, no
 * proxy.
 */
export function createGuardedFetch(settings: FetchSettings): GuardedFetch {
  const policy = createDestinationPolicy(settings.allowHosts, settings.resolve);
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
    // One agent per request, because closing it closes all of its sockets.
    const agent = createAgent(undici, settings, policy, stop.signal);
    try {
      return await orAbort(
        follow({ ...toVisit(settings, options), agent, request: undici.request }, target),
        stop.signal,
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw toDomainError(error, target.hostname);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      stop.abort();
      agent.destroy().catch(() => undefined);
    }
  };
}

function createAgent(
  undici: typeof Undici,
  settings: FetchSettings,
  policy: DestinationPolicy,
  signal: AbortSignal,
): Undici.Agent {
  const { connectTimeoutMs, maxHeaderBytes } = settings;
  return new undici.Agent({
    connect: createConnector({ policy, connectTimeoutMs, signal }),
    maxHeaderSize: maxHeaderBytes,
    // The deadline of the whole request replaces these timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
    pipelining: 0,
  });
}

function toVisit(settings: FetchSettings, options: FetchOptions): Omit<Visit, 'agent' | 'request'> {
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

async function follow(visit: Visit, start: URL): Promise<FetchedResponse> {
  let url = start;
  for (let hop = 0; hop <= visit.maxRedirects; hop++) {
    const { agent: dispatcher, method, headers, sent: body } = visit;
    // The connector checks each redirect again. oxlint-disable-next-line no-await-in-loop
    const response = await visit.request(url, { dispatcher, method, headers, body });
    // A response that is refused by its headers has no other reader, and ends with an error.
    held(response.body);
    const location = [response.headers.location ?? []].flat()[0];
    if (!visit.follows || !redirectStatuses.has(response.statusCode) || location === undefined) {
      return read(visit, url, response);
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
