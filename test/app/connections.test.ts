import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../src/app/http/server.ts';
import type { Config } from '../../src/config.ts';
import { writePages } from '../content-pages.ts';
import { anOrganization, aSpace } from '../factories.ts';
import { startServer } from '../harness.ts';

/** Starts a listening server with these settings on the shared database. */
async function aListener(settings: Partial<Config> = {}) {
  const { platform } = await startServer();
  const warnings: string[] = [];
  const log = { ...platform.services.log, warn: (_fields: object, message: string) => void warnings.push(message) };
  const config = { ...platform.config, ...settings };
  const app = await createServer({ ...platform, config, services: { ...platform.services, config, log } });
  onTestFinished(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { app, warnings };
}

const open = (app: FastifyInstance): Socket => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
};

/** Sends bytes and returns everything that is received until the connection ends. */
async function answerTo(app: FastifyInstance, ...bytes: readonly (string | Buffer)[]): Promise<string> {
  const socket = open(app);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  for (const part of bytes) socket.write(part);
  await once(socket, 'close');
  return answer;
}

const errorOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as unknown;

test('an Expect header other than 100-continue is 417 with the common error body', async () => {
  const { app } = await aListener();
  const answer = await answerTo(app, 'GET /v1/user HTTP/1.1\r\nHost: a\r\nExpect: 200-ok\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(errorOf(answer)).toMatchObject({ error: { code: 417, type: 'expectation_failed' } });
});

test.each([
  ['without Host', ''],
  ['with two Host headers', 'Host: a\r\nhost: b\r\n'],
])('a request %s is 400 with the common error body', async (_, hosts) => {
  const { app } = await aListener();
  const answer = await answerTo(app, `GET /healthz HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(errorOf(answer)).toMatchObject({ error: { code: 400, type: 'malformed_request' } });
});

test.each([
  ['GET /healthz', 200],
  ['POST /nowhere', 404],
])('a body without an end closes the connection after the answer to %s', async (start, status) => {
  const { app } = await aListener();
  const socket = open(app);
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.write(`${start} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const timer = setInterval(() => socket.write('5\r\nhello\r\n'), 5);
  await once(socket, 'close');
  clearInterval(timer);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer.toLowerCase()).toContain('connection: close');
});

test('a body in chunks of one byte is put together as it arrives', async () => {
  const { owner } = await anOrganization(await startServer());
  const { app } = await aListener();
  const body = JSON.stringify({ query: '{ viewer { id } }' });
  const chunks = Array.from(body)
    .map((letter) => `1\r\n${letter}\r\n`)
    .join('');
  const answer = await answerTo(
    app,
    `POST /graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${owner.secret}\r\n` +
      `Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
  );
  expect(answer).toContain(`{"data":{"viewer":{"id":"${owner.userId}"}}`);
});

test('a body in thousands of chunks of one byte is refused', async () => {
  const { owner } = await anOrganization(await startServer());
  const { app } = await aListener();
  const answer = await answerTo(
    app,
    `POST /v1/orgs/org_1/spaces HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.secret}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    Buffer.from('1\r\nx\r\n'.repeat(60_000)),
  );
  expect(errorOf(answer)).toMatchObject({ error: { type: 'malformed_request' } });
});

test('refused connections are counted in the metrics and logged once', async () => {
  const { app, warnings } = await aListener();
  app.server.maxConnections = 2;
  const [first] = [open(app), open(app)].map((socket) => once(socket, 'connect'));
  await first;
  for (let turn = 0; turn < 3; turn += 1) {
    const refused = open(app);
    await once(refused, 'close');
  }
  const { body } = await app.inject('/metrics');
  expect(body).toContain('octavo_http_connections_refused_total 3');
  expect(warnings).toEqual(['connections are refused, because too many are open']);
});

/** Creates a page with this number of characters, and returns a request that reads it. */
async function aLargePage(characters: number) {
  const server = await startServer();
  const { owner, id } = await anOrganization(server);
  const { id: spaceId } = await aSpace(server, id);
  await writePages(owner, spaceId, [{ id: 'large', markdown: 'word '.repeat(characters / 5) }]);
  const path = `/v1/spaces/${spaceId}/content/path/large?format=markdown`;
  return { owner, request: `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.secret}\r\n\r\n` };
}

test('a client that reads nothing of an answer is cut off', async () => {
  const { request } = await aLargePage(900_000);
  const { app } = await aListener({ ANSWER_TIMEOUT_MS: 200 });
  const socket = open(app).pause();
  // More than the socket buffers of both sides can hold.
  socket.write(request.repeat(20));
  await expect.poll(() => app.inFlight.count).toBeGreaterThan(0);
  await expect.poll(() => app.inFlight.count).toBe(0);
});
