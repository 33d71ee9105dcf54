import type { FastifyHttpOptions } from 'fastify';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config.ts';
import { failure, type DomainError } from '../../lib/errors.ts';
import { errorBody } from './error-body.ts';
import { requestIdOf } from './request-id.ts';

// Limits of the HTTP server that are not settings.
const maxHeaderBytes = 16_384;
const connectionsCheckMs = 5_000;
const maxRequestsPerSocket = 1_000;
export const maxConnections = 1_000;
export const maxUrlLength = 8_192;

/** Returns the options of the HTTP server: timeouts, size limits, and the handler for invalid HTTP. */
export const httpServerOptions = (config: Config) =>
  ({
    bodyLimit: config.BODY_LIMIT_BYTES,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    maxRequestsPerSocket,
    http: {
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: config.HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: connectionsCheckMs,
      // connections.ts refuses requests without a Host header, with the common error body.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket),
  }) satisfies FastifyHttpOptions<Server>;

const meanings: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () => failure('headers_too_large', `The header fields are larger than ${maxHeaderBytes} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: () => failure('request_timeout', 'The request did not arrive in time'),
};

/** Responds to an unparsable request with the common error body, and closes the connection. */
function answerClientError({ code = '' }: { code?: string }, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return socket.destroy();
  const meaning = meanings[code]?.() ?? failure('malformed_request', 'The request is not well-formed HTTP');
  const requestId = requestIdOf(undefined);
  const body = JSON.stringify(errorBody(meaning, requestId));
  const head = [
    `HTTP/1.1 ${meaning.status} ${STATUS_CODES[meaning.status] ?? ''}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket.destroySoon();
}
