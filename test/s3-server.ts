import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * Starts a server of S3 buckets in memory, with the operations that a storage uses. Signatures are not checked; the tests of
 * the S3 client do.
 */
export async function startS3Server(buckets: readonly string[]) {
  const files = new Map<string, Buffer>();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = new URL(request.url ?? '/', 'http://s3').pathname;
    const [, bucket = '', ...key] = path.split('/');
    const body = await buffer(request);
    if (!buckets.includes(bucket)) return response.writeHead(404).end();
    if (key.join('/') === '') return response.writeHead(200).end();
    if (request.method === 'PUT') files.set(path, body);
    if (request.method === 'DELETE') {
      files.delete(path);
      return response.writeHead(204).end();
    }
    const file = files.get(path);
    if (file === undefined) return response.writeHead(404).end();
    return request.method === 'GET' ? sendFile(request, response, file) : response.writeHead(200).end();
  }

  const server = createServer((request, response) => {
    // A client that leaves during its request has no answer.
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function sendFile(request: IncomingMessage, response: ServerResponse, file: Buffer) {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range === null) return response.writeHead(200, { 'content-length': file.length }).end(file);
  const [start, end] = [Number(range[1]), Math.min(Number(range[2]), file.length - 1)];
  if (start >= file.length) return response.writeHead(416).end();
  return response
    .writeHead(206, { 'content-range': `bytes ${start}-${end}/${file.length}` })
    .end(file.subarray(start, end + 1));
}
