import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '../../lib/errors.ts';
import { addressKey } from './address-key.ts';
import type { RequestEnd } from './request-end.ts';

export interface AnswerLimits {
  /** Milliseconds after which a response that the client does not read is ended. */
  readonly timeoutMs: number;
  /** Maximum size of the unread responses of one user. */
  readonly userBytes: number;
  /** Maximum size of the unread responses of all callers. */
  readonly processBytes: number;
}

/** Responses below this size in bytes are not counted: MAX_IN_FLIGHT of them take little memory. */
const countedFrom = 65_536;

/** Minimum rate at which a client must read a response, in bytes per second. It applies after a grace period. */
const slowestRate = 16_384;
const graceMs = 60_000;

/**
 * Limits the memory of unread responses. The connection is closed when the client reads nothing for `timeoutMs`, or reads
 * too slowly. A user with too many unread bytes gets 429 for further large responses, and all users get 503 when the limit
 * of the process is reached. `open` contains the responses in progress.
 */
export function registerAnswers(
  app: FastifyInstance,
  limits: AnswerLimits,
  open: { items(): readonly ServerResponse[] },
): RequestEnd {
  const untaken = new Map<string, number>();
  const counted = new WeakMap<FastifyRequest, { readonly owner: string; readonly bytes: number }>();
  let total = 0;
  const add = (owner: string, bytes: number) => {
    const sum = (untaken.get(owner) ?? 0) + bytes;
    if (sum > 0) untaken.set(owner, sum);
    else untaken.delete(owner);
    total += bytes;
  };
  app.addHook('onSend', (request, _reply, payload, done) => {
    const bytes = measureSize(payload);
    if (bytes < countedFrom) return done(null, payload);
    const owner = ownerOf(request);
    const own = (untaken.get(owner) ?? 0) + bytes;
    if (own > limits.userBytes && own > bytes) return done(tooMuchUntaken());
    if (total + bytes > limits.processBytes && total > 0) return done(overloaded());
    add(owner, bytes);
    counted.set(request, { owner, bytes });
    return done(null, payload);
  });
  const watch = watcherOf(limits.timeoutMs);
  const timer = setInterval(() => open.items().forEach(watch), Math.min(limits.timeoutMs, 5_000)).unref();
  app.addHook('onClose', (_instance, done) => {
    clearInterval(timer);
    done();
  });
  return (request) => {
    const answer = counted.get(request);
    if (answer) add(answer.owner, -answer.bytes);
  };
}

const ownerOf = ({ actor, ip }: FastifyRequest) => actor?.userId || addressKey(ip);

/** Bytes of a response in memory. A stream counts as 0, because it holds no more than its buffer. */
function measureSize(payload: unknown): number {
  if (Buffer.isBuffer(payload)) return payload.length;
  return typeof payload === 'string' ? Buffer.byteLength(payload) : 0;
}

const tooMuchUntaken = () =>
  failure('rate_limited', 'Large responses to earlier requests have not been read yet', { retryAfterSeconds: 1 });

const overloaded = () =>
  failure('overloaded', 'Too many large responses are waiting to be read', { retryAfterSeconds: 1 });

/** Watches a response in progress and ends its connection when the client does not read it. */
function watcherOf(timeoutMs: number) {
  const since = new WeakMap<ServerResponse, number>();
  return (response: ServerResponse) => {
    const { socket } = response;
    // Requests injected by tests have no connection.
    if (!response.headersSent || !(socket instanceof Socket) || socket.destroyed) return;
    const now = performance.now();
    const first = since.get(response);
    if (first === undefined) {
      since.set(response, now);
      // Node destroys the socket after this time without traffic, and resets the timeout with the next request.
      socket.setTimeout(timeoutMs);
      return;
    }
    const length = Number(response.getHeader('content-length') ?? socket.writableLength);
    if (now - first > graceMs + (1_000 * length) / slowestRate) socket.destroy();
  };
}
