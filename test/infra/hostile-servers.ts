import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

interface HostileServer {
  readonly name: string;
  readonly type: 'fetch_failed' | 'fetch_timeout' | 'fetch_too_large';
  /** Runs once a request (or a TLS greeting) came in. */
  readonly serve: (socket: Socket) => void;
  readonly scheme?: 'https';
}

const zeros = Buffer.alloc(64 * 1024 * 1024);

const head = (...headers: string[]): string => `HTTP/1.1 200 OK\r\n${headers.join('\r\n')}\r\n\r\n`;

const encoded =
  (coding: string, body: Buffer) =>
  (socket: Socket): void => {
    socket.write(head(`content-encoding: ${coding}`, `content-length: ${body.length}`));
    socket.end(body);
  };

/** Writes the same bytes until the reader stops. */
function endlessly(socket: Socket, start: string, chunk: string | Buffer): void {
  socket.write(start);
  const write = (): void => {
    while (socket.writable && socket.write(chunk)) {
      // Until the buffer is full.
    }
  };
  socket.on('drain', write);
  write();
}

/** Writes one byte every 20 ms. */
function drip(socket: Socket, start: string): void {
  socket.write(start);
  const timer = setInterval(() => socket.writable && socket.write('a'), 20);
  socket.on('close', () => clearInterval(timer));
}

/** Hostile servers, and the expected result of fetching from them. */
export const hostileServers: readonly HostileServer[] = [
  { name: 'gzip bomb', type: 'fetch_too_large', serve: encoded('gzip', gzipSync(zeros)) },
  {
    name: 'gzip bomb inside gzip',
    type: 'fetch_too_large',
    serve: encoded('gzip, gzip', gzipSync(gzipSync(zeros))),
  },
  { name: 'brotli bomb', type: 'fetch_too_large', serve: encoded('br', brotliCompressSync(zeros)) },
  { name: 'deflate bomb', type: 'fetch_too_large', serve: encoded('deflate', deflateSync(zeros)) },
  {
    name: 'raw deflate bomb',
    type: 'fetch_too_large',
    serve: encoded('deflate', deflateRawSync(zeros)),
  },
  {
    name: 'endless body',
    type: 'fetch_too_large',
    serve: (socket) => endlessly(socket, head('connection: close'), Buffer.alloc(65536, 'a')),
  },
  {
    name: 'endless chunks of one byte',
    type: 'fetch_too_large',
    serve: (socket) => endlessly(socket, head('transfer-encoding: chunked'), '1\r\na\r\n'.repeat(10_000)),
  },
  {
    name: 'announced length beyond the limit',
    type: 'fetch_too_large',
    serve: (socket) => socket.write(head('content-length: 99999999999')),
  },
  {
    name: 'one huge header',
    type: 'fetch_too_large',
    serve: (socket) => socket.end(head(`x-big: ${'a'.repeat(100_000)}`)),
  },
  {
    name: 'endless headers',
    type: 'fetch_too_large',
    serve: (socket) => endlessly(socket, 'HTTP/1.1 200 OK\r\n', 'x-more: a\r\n'.repeat(1000)),
  },
  {
    name: 'endless header name',
    type: 'fetch_too_large',
    serve: (socket) => endlessly(socket, 'HTTP/1.1 200 OK\r\nx', 'x'.repeat(65536)),
  },
  {
    name: 'huge trailers',
    type: 'fetch_too_large',
    serve: (socket) => endlessly(socket, `${head('transfer-encoding: chunked')}0\r\n`, 'x-t: a\r\n'.repeat(1000)),
  },
  {
    name: 'slow body',
    type: 'fetch_timeout',
    serve: (socket) => drip(socket, head('content-length: 100000')),
  },
  {
    name: 'slow headers',
    type: 'fetch_timeout',
    serve: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: '),
  },
  {
    name: 'slow gzip',
    type: 'fetch_timeout',
    serve: (socket) => {
      socket.write(head('content-encoding: gzip', 'connection: close'));
      socket.write(gzipSync('hello').subarray(0, 12));
    },
  },
  { name: 'silence after the request', type: 'fetch_timeout', serve: () => undefined },
  {
    name: 'silence after the headers',
    type: 'fetch_timeout',
    serve: (socket) => socket.write(head('content-length: 10')),
  },
  {
    name: 'silence in the TLS handshake',
    type: 'fetch_timeout',
    scheme: 'https',
    serve: () => undefined,
  },
  {
    name: 'endless early hints',
    type: 'fetch_timeout',
    serve: (socket) => {
      const timer = setInterval(() => socket.writable && socket.write('HTTP/1.1 103 Early\r\n\r\n'), 5);
      socket.on('close', () => clearInterval(timer));
    },
  },
  {
    name: 'plain text in place of TLS',
    type: 'fetch_failed',
    scheme: 'https',
    serve: (socket) => socket.end(head('content-length: 0')),
  },
  { name: 'closing at once', type: 'fetch_failed', serve: (socket) => socket.destroy() },
  { name: 'not HTTP', type: 'fetch_failed', serve: (socket) => socket.end('220 mail ready\r\n') },
  {
    name: 'a body shorter than announced',
    type: 'fetch_failed',
    serve: (socket) => socket.end(`${head('content-length: 100')}short`),
  },
  {
    name: 'two lengths',
    type: 'fetch_failed',
    serve: (socket) => socket.end(`${head('content-length: 5', 'content-length: 6')}short`),
  },
  {
    name: 'half a gzip',
    type: 'fetch_failed',
    serve: encoded('gzip', gzipSync('hello world').subarray(0, 15)),
  },
  {
    name: 'a gzip that is none',
    type: 'fetch_failed',
    serve: encoded('gzip', Buffer.from('hello world')),
  },
  { name: 'an unknown coding', type: 'fetch_failed', serve: encoded('zstd', Buffer.from('x')) },
  {
    name: 'codings upon codings',
    type: 'fetch_failed',
    serve: encoded('gzip,gzip,gzip', gzipSync(gzipSync(gzipSync('x')))),
  },
];
