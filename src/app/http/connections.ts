import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../../domain/core/context.ts';
import { failure } from '../../lib/errors.ts';
import { errorBody } from './error-body.ts';
import { maxConnections } from './http-server.ts';
import { requestIdOf } from './request-id.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The open connections. */
    connections: ReadonlySet<Socket>;
  }
}

export interface Connections {
  /** Number of connections that this process has refused since it started. */
  readonly refused: number;
}

/** Minimum interval between log lines about refused connections, in milliseconds. */
const loggedEveryMs = 60_000;

/**
 * Limits the number of connections. Those beyond the limit get no response, and are counted and logged. Also refuses
 * requests that Node would refuse without a body (unknown `Expect`, no `Host`) or accept (more than one `Host`).
 */
export function registerConnections(app: FastifyInstance, log: Log): Connections {
  app.server.maxConnections = maxConnections;
  const open = new Set<Socket>();
  app.decorate('connections', open);
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  let refused = 0;
  let loggedAt = -Infinity;
  app.server.on('drop', () => {
    refused += 1;
    if (performance.now() - loggedAt < loggedEveryMs) return;
    loggedAt = performance.now();
    log.warn({ count: refused, limit: maxConnections }, 'connections are refused, because too many are open');
  });
  app.server.on('error', (error) => {
    // Otherwise an error of `listen`, which reports it.
    if (app.server.listening) log.error({ err: error }, 'a connection could not be accepted');
  });
  app.server.on('checkExpectation', refuseExpectation);
  app.addHook('onRequest', (request, _reply, done) => {
    done(hostFault(request.raw));
  });
  return {
    get refused() {
      return refused;
    },
  };
}

/** Returns the error for a request without exactly one Host header. HTTP/1.0 requires none (RFC 9112, section 3.2). */
function hostFault({ headers, rawHeaders, httpVersion }: IncomingMessage): Error | undefined {
  if (headers.host === undefined)
    return httpVersion === '1.1' ? failure('malformed_request', 'The request has no Host header') : undefined;
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 ? failure('malformed_request', 'The request has more than one Host header') : undefined;
}

function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const requestId = requestIdOf(request.headers['x-request-id']);
  const error = failure('expectation_failed', 'The Expect header supports only 100-continue');
  const body = JSON.stringify(errorBody(error, requestId));
  response
    .writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      // The client would wait for 100 Continue before it sends its body.
      connection: 'close',
    })
    .end(request.method === 'HEAD' ? undefined : body);
}
