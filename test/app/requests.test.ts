import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { aServer } from './own-server.ts';

/** Sends bytes and returns everything that is received until the connection ends. */
async function sendRaw(app: FastifyInstance, bytes: string): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return answer;
}

describe('HTTP', () => {
  test('every answer has security headers for browsers', async () => {
    const { get } = await aServer();
    expect((await get('/v1/user')).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('a compressed body is 415, a long URL 414 and a long body 413, with the error body', async () => {
    const { app, ada, get } = await aServer();
    const headers = { authorization: `Bearer ${ada.secret}`, 'content-type': 'application/json' };
    const compressed = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...headers, 'content-encoding': 'gzip' },
      payload: '{}',
    });
    expect(compressed.statusCode).toBe(415);
    const long = await get(`/v1/user?${'x'.repeat(9_000)}`);
    expect([long.statusCode, long.json().error.type]).toEqual([414, 'uri_too_long']);
    const large = await app.inject({
      method: 'PATCH',
      url: '/v1/spaces/x',
      headers,
      payload: `"${'x'.repeat(1_048_576)}"`,
    });
    expect([large.statusCode, large.json().error.type]).toEqual([413, 'payload_too_large']);
  });

  test('a file that is not among the assets is 404, not a path with other methods', async () => {
    const { app } = await aServer();
    const reply = await app.inject('/assets/none.js');
    expect([reply.statusCode, reply.json().error.type]).toEqual([404, 'route_not_found']);
  });

  test('HEAD answers as GET without a body, OPTIONS lists the methods, and others are 405 with Allow', async () => {
    const { app, ada } = await aServer();
    const headers = { authorization: `Bearer ${ada.secret}` };
    const head = await app.inject({ method: 'HEAD', url: '/v1/user', headers });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    const options = await app.inject({ method: 'OPTIONS', url: '/v1/spaces/spc_x' });
    expect([options.statusCode, options.headers['allow']]).toEqual([204, 'GET, HEAD, PATCH, DELETE, OPTIONS']);
    const refused = await app.inject({ method: 'PUT', url: '/v1/spaces/spc_x', headers });
    expect([refused.statusCode, refused.json().error.type]).toEqual([405, 'method_not_allowed']);
    const health = await app.inject({ method: 'POST', url: '/healthz' });
    expect([health.statusCode, health.headers['allow']]).toEqual([405, 'GET, HEAD']);
    expect((await app.inject({ method: 'OPTIONS', url: '/nowhere' })).statusCode).toBe(404);
  });

  test('bytes that are not HTTP are refused with the error body, and the connection is closed', async () => {
    const { app } = await aServer();
    const noise = await sendRaw(app, 'HELLO\r\n\r\n');
    expect(noise).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(noise.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: { code: 400, type: 'malformed_request' },
    });
    const headers = await sendRaw(app, `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`);
    expect(headers).toMatch(/^HTTP\/1\.1 431 [\s\S]+headers_too_large/);
    const smuggled = await sendRaw(
      app,
      'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\n\r\n',
    );
    expect(smuggled.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  test('a request whose headers do not arrive in time is answered 408', async () => {
    const { app } = await aServer({ HEADERS_TIMEOUT_MS: 200, REQUEST_TIMEOUT_MS: 300 });
    expect(await sendRaw(app, 'GET / HTTP/1.1\r\nhost:')).toMatch(/^HTTP\/1\.1 408 [\s\S]+request_timeout/);
  });
});
