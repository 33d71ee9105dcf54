import type { FastifyHttpOptions } from 'fastify';
import { STATUS_CODES, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { failure, type DomainError } from '../lib/errors.ts';
import { errorBody } from './error-body.ts';
import { requestIdOf } from './request-id.ts';

/** Limits of quality.md section 5 that are no settings. */
const maxHeaderBytes = 16_384;
const connectionsCheckMs = 5_000;
const maxRequestsPerSocket = 1_000;
export const maxConnections = 1_000;
export const maxUrlLength = 8_192;

/** How the HTTP server itself behaves: time and size limits, and what it says to what is no HTTP. */
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
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket as Socket),
  }) satisfies FastifyHttpOptions<Server>;

const meanings: Readonly<Record<string, () => DomainError>> = {
  HPE_HEADER_OVERFLOW: () => failure('headers_too_large', `The header fields are larger than ${maxHeaderBytes} bytes`),
  ERR_HTTP_REQUEST_TIMEOUT: () => failure('request_timeout', 'The request did not arrive in time'),
};

/** Answers what could not be parsed, in the one shape, and ends the connection. */
function answerClientError({ code = '' }: { code?: string }, socket: Socket) {
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) return socket.destroy();
  const meaning = meanings[code]?.() ?? failure('malformed_request', 'This is not well-formed HTTP');
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
