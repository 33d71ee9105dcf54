import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failure } from '../../lib/errors.ts';
import type { InFlight } from './in-flight.ts';

/** Responses without an end, such as those of subscriptions. */
export interface Streams {
  readonly count: number;
  /**
   * Makes a stream of a request: it counts against the limits of streams instead of those of requests in progress. Throws
   * rate_limited, overloaded; unavailable when the server stops.
   */
  open(request: FastifyRequest, reply: FastifyReply): OpenStream;
  /** Ends all streams, and opens no more. Those whose clients do not take the end are closed after a second. */
  close(): void;
}

export interface OpenStream {
  /** Aborted when the client is gone, takes nothing, or the server stops. */
  readonly signal: AbortSignal;
  /** Sends parts as the client takes them. It ends with the signal. */
  body(parts: AsyncIterable<string | Uint8Array>): Readable;
  /** Ends a stream that was not sent. */
  end(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    streams: Streams;
  }
}

/** How long clients have to take the end of their streams when the server stops, in milliseconds. */
const endMs = 1_000;

/** Maximum size of what is sent at once, in bytes. A client that takes a longer part is seen to take it. */
const pieceBytes = 65_536;

/** Headers of every stream: nobody on the way keeps it, compresses it or holds it back. */
export const streamHeaders = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };

export interface StreamLimits {
  readonly perUser: number;
  readonly process: number;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  readonly stalledMs: number;
}

interface Stream {
  readonly userId: string;
  readonly stop: AbortController;
  /** Since when a part, or the end, waits for the client; null when none does. */
  waitsSince: number | null;
  /** Closes its connection. */
  readonly destroy: () => void;
}

/** Provides streams, limited for each user and for the process. Ends those whose client takes nothing. */
export function registerStreams(app: FastifyInstance, limits: StreamLimits, inFlight: InFlight): void {
  const open = new Set<Stream>();
  let isClosed = false;
  const close = () => {
    isClosed = true;
    for (const { stop } of open) stop.abort();
    setTimeout(() => open.forEach(({ destroy }) => destroy()), endMs).unref();
  };
  const look = () => {
    const before = performance.now() - limits.stalledMs;
    for (const { waitsSince, destroy } of open) if (waitsSince !== null && waitsSince < before) destroy();
  };
  const timer = setInterval(look, Math.min(limits.stalledMs / 4, 5_000)).unref();
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    close();
    done();
  });
  app.decorate('streams', {
    get count() {
      return open.size;
    },
    close,
    open: (request, reply) => {
      const userId = request.actor?.userId ?? '';
      if (isClosed) throw failure('unavailable', 'The server is stopping', { retryAfterSeconds: 1 });
      refuseBeyond(limits, open, userId);
      const stop = new AbortController();
      const destroy = () => {
        stop.abort();
        reply.raw.destroy();
      };
      const stream: Stream = { userId, stop, waitsSince: null, destroy };
      open.add(stream);
      inFlight.end(request, reply, 0);
      const end = () => {
        open.delete(stream);
        stream.stop.abort();
      };
      // A client that has gone already is not told of a second time.
      if (reply.raw.destroyed) end();
      else reply.raw.once('close', end);
      return {
        signal: stream.stop.signal,
        end,
        body: (parts) => Readable.from(taken(stream, parts), { objectMode: false }),
      };
    },
  });
}

function refuseBeyond({ perUser, process }: StreamLimits, open: ReadonlySet<Stream>, user: string): void {
  if (open.size >= process) throw failure('overloaded', 'Too many streams are open', { retryAfterSeconds: 5 });
  const own = [...open].filter(({ userId }) => userId === user).length;
  if (own >= perUser)
    throw failure('rate_limited', `A user may have ${perUser} open streams`, { retryAfterSeconds: 5 });
}

/** Notes when a part waits for the client. What follows the end of the stream is left out: its source has not completed. */
async function* taken(stream: Stream, parts: AsyncIterable<string | Uint8Array>) {
  for await (const part of parts) {
    if (stream.stop.signal.aborted) break;
    for (const piece of piecesOf(part)) {
      stream.waitsSince = performance.now();
      yield piece;
      stream.waitsSince = null;
    }
  }
  stream.waitsSince = performance.now();
}

function piecesOf(part: string | Uint8Array): readonly (string | Uint8Array)[] {
  if (part.length <= pieceBytes) return [part];
  const bytes = Buffer.from(part);
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_none, at) =>
    bytes.subarray(at * pieceBytes, (at + 1) * pieceBytes),
  );
}
